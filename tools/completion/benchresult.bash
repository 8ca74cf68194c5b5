# SPDX-License-Identifier: MIT
# Completion of benchresult for bash. The command prints its words from its tables of options: lines
# of a word, its operand, its choices and its help, separated by tabs.

# Prints the choices that fit. Of a list with commas, the last item is completed.
_benchresult_choices()
{
    local choices=$1 current=$2 before=

    if [[ $choices == *,* ]]; then
        before=${current%"${current##*,}"}
    fi
    compgen -P "$before" -W "${choices//,/ }" -- "${current#"$before"}"
}

_benchresult()
{
    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
    local -a command=("$1")
    local table word operand choices help words=

    # bash separates --format=csv into three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != help ]]; then
        command+=("${COMP_WORDS[1]}")
    fi
    table=$("${command[@]}" --print-words 2>/dev/null)
    COMPREPLY=()
    while IFS=$'\t' read -r word operand choices help; do
        if [[ $word != "$option" || $operand == - ]]; then
            words+=" $word"
            continue
        fi
        compopt +o default
        if [[ $choices != - ]]; then
            mapfile -t COMPREPLY < <(_benchresult_choices "$choices" "$current")
        elif [[ $operand == FILE || $operand == PATH ]]; then
            compopt -o default
        elif [[ $operand == COMMAND || $operand == PROGRAM ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$current")
        fi
        return
    done <<<"$table"
    if ((COMP_CWORD == 1)) || [[ $current == -* || ${COMP_WORDS[1]} == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    fi
}

complete -o default -F _benchresult benchresult
