/* SPDX-License-Identifier: MIT */
/* Imports files of other benchmark tools, and prints a table with a column for each file.
 * Run as: tabulate tests/formats/data/go-count-6.txt tests/formats/data/go-count-6-b.txt */
#include <benchresult.hpp>
#include <iostream>
#include <vector>

namespace br = benchresult;

int main(int argc, char **argv)
try {
    std::vector<br::result> results;

    for (int i = 1; i < argc; i++)
        results.push_back(br::result::load(argv[i]));
    std::cout << br::table_report(results).view();
    return 0;
} catch (const br::error &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
