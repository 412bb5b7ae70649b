#!/bin/sh
# Stands in for a program of Google Benchmark: writes the next recorded run of its series as that library's JSON, with
# the benchmarks that --benchmark_filter names. draw.py makes PROGRAM.next, the number of the run and how many there are, and PROGRAM.runs/N,
# which has a line NAME NANOSECONDS for each benchmark; PROGRAM.log gets a line for each run that was taken. The shell's
# own commands do all of it, because a comparison starts it some hundred times.
out=""
names=""
for word; do
  case $word in
    --benchmark_out=*) out=${word#*=} ;;
    --benchmark_filter=*) names=${word#*=^(} names=${names%)\$} ;;
  esac
done
read -r run runs <"$0.next"
echo $(((run + 1) % runs)) "$runs" >"$0.next"
echo "$run $names" >>"$0.log"
comma=""
{
  echo '{"context":{},"benchmarks":['
  while read -r name time; do
    case "|${names:-$name}|" in
      *"|$name|"*) ;;
      *) continue ;;
    esac
    printf '%s{"name":"%s","run_name":"%s","run_type":"iteration","repetitions":1,"repetition_index":0,"threads":1,' \
      "$comma" "$name" "$name"
    printf '"iterations":1,"real_time":%s,"cpu_time":%s,"time_unit":"ns"}\n' "$time" "$time"
    comma=,
  done <"$0.runs/$run"
  echo ']}'
} >"$out"
