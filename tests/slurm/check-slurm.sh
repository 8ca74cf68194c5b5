#!/bin/sh
# SPDX-License-Identifier: MIT
# Starts a Slurm cluster with one node, runs examples/slurm on it, and compares the states of the
# joined result with those of a run without Slurm. All files are below DIRECTORY; the daemons end
# with the script. Must run as root, because slurmd and munged require it.
#
# usage: check-slurm.sh DIRECTORY PROGRAM BENCHRESULT
set -eu
directory=$(realpath -m "$1")
program=$(realpath "$2")
command=$(dirname "$(realpath "$3")")
examples=$(realpath "$(dirname "$0")/../../examples/slurm")
node=$(hostname -s)

# slurmd keeps unfinished jobs of an earlier run in its state.
rm -rf "$directory"
mkdir -p "$directory/state" "$directory/spool" "$directory/work"
chmod 755 "$directory"
dd if=/dev/urandom of="$directory/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$directory/munge.key"
cat >"$directory/slurm.conf" <<END
ClusterName=check
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$directory/munge.socket
CredType=cred/munge
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd.pid
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=check Nodes=$node Default=YES State=UP
END
export SLURM_CONF="$directory/slurm.conf"

daemons=
end() {
    for pid in $daemons; do
        kill "$pid" 2>/dev/null || true
    done
    wait
}
trap end EXIT
trap 'exit 1' INT TERM HUP

munged -F --key-file "$directory/munge.key" --socket "$directory/munge.socket" \
    --pid-file "$directory/munge.pid" --log-file "$directory/munge.log" \
    --seed-file "$directory/munge.seed" 2>"$directory/munge.errors" &
daemons=$!
slurmctld -D >"$directory/slurmctld.out" 2>&1 &
daemons="$! $daemons"
slurmd -D >"$directory/slurmd.out" 2>&1 &
daemons="$! $daemons"
tries=0
until [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; do
    tries=$((tries + 1))
    if [ $tries -gt 60 ]; then
        echo "check-slurm: the node is not idle after $tries s; see $directory/*.log" >&2
        exit 1
    fi
    sleep 1
done

cd "$directory/work"
PATH="$command:$PATH"
sh "$examples/run.sh" all.json "$program" -q --stopping-criterion sample-count
"$program" -q --stopping-criterion sample-count --json one.json
for result in all one; do
    benchresult summary --format csv --columns summaries "$result.json" | cut -d, -f1-4 | sort \
        >"$result.states"
done
diff one.states all.states
[ "$(ls shard-*.json | wc -l)" = 4 ]
echo "check-slurm: 4 shards have $(($(wc -l <all.states) - 1)) states"
