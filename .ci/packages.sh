# shellcheck shell=bash
# Sourced by run.sh and check.sh.

# need_packages NAME...: installs the missing ones of these Debian packages, after naming them. Uses sudo unless the
# user is root.
need_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "No apt-get here. What is needed has these names on Debian: $*"
    return 0
  fi
  local package missing=() as_root=()
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      missing+=("$package")
    fi
  done
  if ((${#missing[@]} == 0)); then
    return 0
  fi
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing, and there is no sudo to install them with: ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing with ${as_root[*]:+${as_root[*]} }apt-get: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq || echo "apt-get update failed; trying with the package lists that are here" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
}

# quietly LOG COMMAND...: runs a command with its output in the file LOG, and shows the end of the file if the command
# fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  if "$@" >"$log" 2>&1; then
    return 0
  fi
  echo "failed: $*" >&2
  tail -n 60 "$log" >&2
  echo "(all of it: $log)" >&2
  return 1
}
