#!/bin/sh
# Writes a report as the comment of a pull request, in place of the one before: ci/comment.sh FILE REPOSITORY NUMBER.
# Uses GitHub's program gh, whose token GH_TOKEN has.
set -eu
file=$1 repository=$2 number=$3
mark='<!-- lockstep-perf -->'
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  head -c 60000 "$file" # GitHub takes 65536 characters
  printf '\n%s\n' "$mark"
} >"$body"
comment=$(gh api --paginate "repos/$repository/issues/$number/comments" \
  --jq ".[] | select(.body | contains(\"$mark\")) | .id" | head -n 1)
if [ -n "$comment" ]; then
  gh api --silent --method PATCH "repos/$repository/issues/comments/$comment" --field "body=@$body"
else
  gh api --silent --method POST "repos/$repository/issues/$number/comments" --field "body=@$body"
fi
