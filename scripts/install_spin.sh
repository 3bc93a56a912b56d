#!/usr/bin/env bash
# Installs what bench/explicit.py compares with: the model checker SPIN and the C compiler that it needs (Debian).
set -euo pipefail

apt-get update
apt-get install --yes --no-install-recommends spin gcc libc6-dev
