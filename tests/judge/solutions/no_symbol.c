/* SPDX-License-Identifier: MIT */
void another(void);

void another(void)
{
}
