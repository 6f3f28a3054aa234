#!/bin/sh
: "${PREFIX:=/usr/local}"

case $(uname) in
Darwin)
	open_url() { open "$1"; }
	;;
*)
	open_url() { xdg-open "$1"; }
	;;
esac

usage() {
	cat <<-EOF
	not_a_function() {
		Usage: setup [--prefix DIR]
	}
	EOF
	exit "${1:-0}"
}

write_config() {
	cat > "$PREFIX/etc/shop.conf" <<'END'
port = 80
name() { nothing; }
END
}

[ -n "$CI" ] || {
	ask() { read -r answer; }
}

broken() {
	if [ -f x ; then echo yes
	fi
}

last() { usage 1; }
