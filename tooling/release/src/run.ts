/** Runs child processes with a time limit, and reports their output if they fail. */
import { spawn } from "node:child_process"

export interface Options {
  readonly cwd?: string
  /** Replaces this process's variables. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string
  /** Default 2 minutes. */
  readonly timeLimitMillis?: number
}

export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const TIME_LIMIT_MILLIS = 120_000
/** How much of each stream a failure's message contains. */
const SHOWN_CHARS = 4_000

/** Runs the command to its end, whatever its exit code. At the time limit it is killed, and the promise rejects. */
export const finish = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd, env = process.env, stdin = "", timeLimitMillis = TIME_LIMIT_MILLIS }: Options = {}
): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: "pipe", timeout: timeLimitMillis, killSignal: "SIGKILL" })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.stdin.on("error", () => {})
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (signal === null) return resolve({ code, stdout, stderr })
      const why = signal === "SIGKILL" ? `took longer than ${timeLimitMillis / 1000} s` : `was ended by ${signal}`
      reject(new Error(`${command} ${args.join(" ")} ${why}\n${stdout}${stderr}`))
    })
    child.stdin.end(stdin)
  })

/** Returns the standard output. Any exit code but 0 is a failure, whose message contains the end of the output. */
export const run = async (command: string, args: ReadonlyArray<string>, options: Options = {}): Promise<string> => {
  const { code, stdout, stderr } = await finish(command, args, options)
  if (code === 0) return stdout
  const output = [stdout, stderr].map((text) => text.trim().slice(-SHOWN_CHARS)).filter((text) => text !== "")
  throw new Error([`${command} ${args.join(" ")} exited with ${code ?? "no code"}`, ...output].join("\n"))
}
