/** Makes a working copy of this checkout: sources are copied, dependencies linked to the installed ones. */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const source = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/\/$/, "")
const ROOMS = ["packages", "apps", "tooling"]

/** Of the files that start with a dot, only the types prepared by the extension's own tool are copied. */
const isCopied = (path: string): boolean => {
  const name = basename(path)
  if (name === "node_modules" || name === "dist" || name === "coverage" || name.endsWith(".tsbuildinfo")) return false
  return !name.startsWith(".") || name === ".wxt"
}

export interface Copy {
  readonly root: string
  /** Runs a command in a folder of the copy. Fails with the command's whole output. */
  readonly run: (folder: string, command: string, ...args: ReadonlyArray<string>) => Promise<string>
  readonly remove: () => Promise<void>
}

const makeLink = async (link: string, to: string) => {
  await mkdir(dirname(link), { recursive: true })
  await symlink(to, link)
}

/** Names of a package's installed dependencies. */
const installedIn = async (modules: string): Promise<ReadonlyArray<string>> => {
  const names = (await readdir(modules).catch(() => [])).filter((name) => !name.startsWith("."))
  const links = names.map(async (name) =>
    name.startsWith("@") ? (await readdir(join(modules, name))).map((one) => `${name}/${one}`) : [name]
  )
  return (await Promise.all(links)).flat()
}

const linkDependencies = async (root: string, folder: string) => {
  for (const name of await installedIn(join(source, folder, "node_modules"))) {
    const target = await realpath(join(source, folder, "node_modules", name))
    const own = relative(source, target)
    const isOurs = ROOMS.some((room) => own.startsWith(`${room}/`)) && !own.includes("node_modules")
    await makeLink(join(root, folder, "node_modules", name), isOurs ? join(root, own) : target)
  }
}

export const copyCheckout = async (): Promise<Copy> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "inlay-new-")))
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.isFile()) await cp(join(source, entry.name), join(root, entry.name))
  }
  for (const room of ROOMS) {
    await cp(join(source, room), join(root, room), { recursive: true, filter: isCopied })
    for (const name of await readdir(join(root, room))) {
      await linkDependencies(root, `${room}/${name}`)
      await linkDependencies(root, `${room}/${name}/sandbox`)
    }
  }
  await symlink(join(source, "node_modules"), join(root, "node_modules"))
  const bins = [join(source, "node_modules/.bin"), join(source, "tooling/gen/node_modules/.bin")]
  return {
    root,
    run: async (folder, command, ...args) => {
      const env = { ...process.env, NO_COLOR: "1", PATH: [...bins, process.env["PATH"]].join(":") }
      const { stdout } = await promisify(execFile)(command, [...args], { cwd: join(root, folder), env }).catch(
        (error: Error & { readonly stdout?: string; readonly stderr?: string }) => {
          throw new Error(`${error.message}\n${error.stdout ?? ""}\n${error.stderr ?? ""}`, { cause: error })
        }
      )
      return stdout
    },
    remove: () => rm(root, { recursive: true, force: true })
  }
}
