/** A README's session played again: each command is run, and what it prints is written as the README would. */
import { join } from "node:path"

import { finish } from "../run.ts"
import type { Session } from "./examples.ts"

/** What differs from run to run, in the README's form. */
const normalise = (text: string, data: string): string =>
  text
    .replaceAll(data, "~/inlay")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:4680")
    .replaceAll(/\b\d+ of 600 left/g, "598 of 600 left")
    .trim()

/** Words of a command line; single quotes hold together what they enclose. */
const words = (line: string): ReadonlyArray<string> =>
  [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""))

/**
 * @param programs by the name that the session calls them by: what to start, and its first arguments
 * @param home the only place that the commands may write to
 */
export const play = async (
  { commands }: Session,
  programs: Readonly<Record<string, ReadonlyArray<string>>>,
  env: Readonly<Record<string, string>>,
  home: string
): Promise<Session["commands"]> => {
  const data = join(home, "inlay")
  const surroundings = {
    PATH: process.env["PATH"],
    // Tests from source share what was compiled; left out where it is not set.
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    HOME: home,
    INLAY_DATA: data,
    INLAY_SALESDATA_CAP_DAY: "50",
    ...env
  }
  const transcript: Array<Session["commands"][number]> = []
  for (const { command } of commands) {
    const [name = "", ...args] = words(command)
    const [file, ...first] = programs[name] ?? []
    if (file === undefined) throw new Error(`${command}: there is no program ${name}`)
    const { code, stdout, stderr } = await finish(file, [...first, ...args], { cwd: home, env: surroundings })
    if (code !== 0) throw new Error(`${command} exited with ${code ?? "no code"}\n${stdout}${stderr}`)
    transcript.push({ command, output: normalise(stdout, data) })
  }
  return transcript
}
