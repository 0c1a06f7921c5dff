#!/bin/sh
# Run once by the image of PostgreSQL: a user that owns its database and is no superuser, and the role behind the queries' own scope.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$LOREKEEP_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role lorekeep login password :'password';
create role lorekeep_app nologin;
grant lorekeep_app to lorekeep;
create database lorekeep owner lorekeep encoding 'UTF8' template template0;
SQL
