/** Shell completions: the script of the built program in a real bash, and in zsh and fish if they are installed. */
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { beforeAll, describe, expect, it } from "vitest"

import { main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command } from "../../testing/threads/command.ts"
import { answers } from "./answers.ts"

const directory = temporaryDirectories()
const folder = directory()
const data = directory()
// A shell warns of a locale that is not installed.
const env = environment({ INLAY_DATA: data, PATH: `${folder}:${process.env["PATH"] ?? ""}`, LC_ALL: "C" })
const script = (shell: string) => join(folder, `completions.${shell}`)
const isHere = (shell: string) => spawnSync(shell, ["-c", "true"]).error === undefined

beforeAll(async () => {
  const inlay = join(folder, "inlay")
  writeFileSync(inlay, `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`)
  chmodSync(inlay, 0o755)
  for (const shell of ["bash", "zsh", "fish"]) {
    writeFileSync(script(shell), (await command(["--completions", shell])).stdout)
  }
  const connect = (plugin: string, name: string) =>
    command(["connect", plugin, "--name", name, "--no-check"], { env: { INLAY_DATA: data }, stdin: "a-token" })
  expect((await connect("codehost", "work")).code).toBe(0)
  expect((await connect("codehost", "home")).code).toBe(0)
})

/** The completions that bash offers at the end of a line. Words are split as by readline, including at `=`. */
const complete = (line: string): ReadonlyArray<string> => {
  const words: Array<string> = line.match(/=|[^\s=]+/g) ?? []
  if (/[\s=]$/.test(line)) words.push("")
  const quoted = words.map((word) => `'${word}'`).join(" ")
  const at = words.length - 1
  const program = `source ${script("bash")}
    compopt() { :; }
    COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${quoted}) COMP_CWORD=${at}
    _inlay inlay '${words[at] ?? ""}' '${words[at - 1] ?? ""}'
    printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync("bash", ["-c", program], { env, encoding: "utf8" }).split("\n").filter(Boolean)
}

describe("bash completes", () => {
  it.each([
    ["inlay run codehost_create_is", ["codehost_create_issue", "codehost_create_issue_comment"]],
    ["inlay connect ", ["analytics", "codehost", "salesdata"]],
    ["inlay listen codehost_new_rele", ["codehost_new_release"]],
    ["inlay tokens create ci --only-plugin co", ["codehost"]],
    ["inlay run codehost_create_issue_comment ", ["owner=", "repo=", "issue_number=", "body="]],
    ["inlay run codehost_create_issue_comment owner=acme i", ["issue_number="]],
    ["inlay run codehost_update_issue state=", ["open", "closed"]],
    ["inlay run codehost_star_repo --account ", ["home", "work"]],
    ["inlay run salesdata_people_search --account ", []],
    ["inlay disconnect ", ["codehost/home", "codehost/work"]],
    ["inlay run no_such_step ", []]
  ])("%s", (line, offered) => expect(complete(line)).toEqual(offered))
})

it("leaves nothing in a script for a shell to be puzzled by", () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    expect(readFileSync(script(shell), "utf8")).not.toContain("ask-inlay")
    if (isHere(shell)) expect(spawnSync(shell, ["-n", script(shell)], { env, encoding: "utf8" }).stderr).toBe("")
  }
})

it.runIf(isHere("fish"))("fish completes", () => {
  const offered = (line: string) =>
    execFileSync("fish", ["-c", `source ${script("fish")}; complete -C '${line}'`], { env, encoding: "utf8" })
  expect(offered("inlay run codehost_create_issue_comment is")).toMatch(/^issue_number=/m)
  expect(offered("inlay disconnect codehost/w")).toMatch(/^codehost.work/m)
})

it("returns nothing if it cannot know", () => {
  const before = process.env["INLAY_DATA"]
  try {
    process.env["INLAY_DATA"] = folder
    expect(answers("accounts", [])).toEqual([])
    writeFileSync(join(folder, "inlay.db"), "this is no database at all, whatever its name says")
    expect(answers("accounts", [])).toEqual([])
    expect(answers("accounts", ["--data", data])).toEqual(["codehost/home", "codehost/work"])
    expect(answers("accounts", ["--data", data, "--database", "postgres://nowhere"])).toEqual([])
    expect(answers("passwords", [])).toEqual([])
    expect(answers(undefined, [])).toEqual([])
  } finally {
    if (before === undefined) delete process.env["INLAY_DATA"]
    else process.env["INLAY_DATA"] = before
  }
})

it("loads neither plugins nor the command line for an answer or its version", () => {
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const code = readFileSync(join(dirname(main), file), "utf8")
    for (const [, next = ""] of code.matchAll(/\bfrom\s*["']\.\/([^"']+)["']/g)) follow(next)
  }
  const parts = readFileSync(main, "utf8").matchAll(/\bimport\(\s*["'`]\.\/((?:answers|version)-[^"'`]+)/g)
  for (const [, part = ""] of parts) follow(part)
  expect([...reached].map((file) => /^[a-z]+/.exec(file)?.[0])).toEqual(expect.arrayContaining(["answers", "version"]))
  expect([...reached].filter((file) => !/^(answers|paths|version)-[\w-]+\.js$/.test(file))).toEqual([])
})
