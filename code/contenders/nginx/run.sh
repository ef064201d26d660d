#!/bin/sh
# run.sh NGINX NODE FOLDER.JS: serves the folder that FOLDER.JS makes, on PORT.
set -e
files=$("$2" "$3")
place=$(mktemp -d)
cat >"$place/nginx.conf" <<END
daemon off;
worker_processes ${WORKERS:-1};
pid $place/pid;
error_log stderr crit;
events { worker_connections 20000; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  types { text/plain txt; }
  charset utf-8;
  client_body_temp_path $place/body;
  proxy_temp_path $place/proxy;
  fastcgi_temp_path $place/fastcgi;
  uwsgi_temp_path $place/uwsgi;
  scgi_temp_path $place/scgi;
  server {
    listen ${HOST:-127.0.0.1}:${PORT:-8080};
    location /static/ { alias $files/; }
  }
}
END
exec "$1" -e stderr -c "$place/nginx.conf"
