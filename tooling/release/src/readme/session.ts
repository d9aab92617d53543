/** Replays a README's session: runs each command, and normalises its output to the form in the README. */
import { join } from "node:path"

import { finish } from "../run.ts"
import type { Session } from "./examples.ts"

/** Replaces values that differ from run to run by those in the README. */
const normalise = (text: string, data: string): string =>
  text
    .replaceAll(data, "~/inlay")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:4680")
    .replaceAll(/\b\d+ of 600 left/g, "598 of 600 left")
    .trim()

/** Splits a command line into words. Single quotes keep their content together. */
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
  const environment = {
    PATH: process.env["PATH"],
    // Lets tests from source share compiled code. Left out if it is not set.
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
    if (file === undefined) throw new Error(`${command}: unknown program ${name}`)
    const { code, stdout, stderr } = await finish(file, [...first, ...args], { cwd: home, env: environment })
    if (code !== 0) throw new Error(`${command} exited with ${code ?? "no code"}\n${stdout}${stderr}`)
    transcript.push({ command, output: normalise(stdout, data) })
  }
  return transcript
}
