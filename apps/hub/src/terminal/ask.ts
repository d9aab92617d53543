/**
 * Asks questions at a terminal, on standard error, so that standard output is only for the result. Typed secrets are
 * not echoed. Ctrl-C and the end of input stop the command.
 */
import { createInterface } from "node:readline"
import { Writable } from "node:stream"

import * as Effect from "effect/Effect"

import { screenOf, type Screen } from "./Screen.ts"
import { indentLines } from "./wrap.ts"

export interface Question {
  readonly label: string
  readonly help: string
  readonly default?: string | undefined
  readonly secret: boolean
  /** What is wrong with an answer, as the end of a sentence that begins with the label. */
  readonly problem: (answer: string) => string | undefined
}

export interface Asking {
  readonly screen: Screen
  /** Prints text. */
  readonly say: (text: string) => Effect.Effect<void>
  /**
   * Returns the answer, which is empty if the user accepts the default. Repeats the question until the answer is valid.
   */
  readonly ask: (question: Question) => Effect.Effect<string>
  readonly confirm: (question: string) => Effect.Effect<boolean>
}

/** Whether there is a user to ask. */
export const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY

const open = (): { readonly asking: Asking; readonly close: () => void } => {
  const screen = screenOf(process.stderr, process.env)
  let isMuted = false
  const output = new Writable({
    write: (chunk: Buffer, _encoding, callback) => {
      if (!isMuted) process.stderr.write(chunk)
      callback()
    }
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })

  const line = (prompt: string, secret: boolean): Effect.Effect<string> =>
    Effect.callback<string>((resume) => {
      const stop = () => resume(Effect.interrupt)
      const finish = () => {
        isMuted = false
        lines.off("SIGINT", stop)
        lines.off("close", stop)
      }
      lines.once("SIGINT", stop)
      lines.once("close", stop)
      lines.question(prompt, (answer) => {
        finish()
        if (secret) process.stderr.write("\n")
        resume(Effect.succeed(answer))
      })
      // The prompt has been written by now.
      isMuted = secret
      return Effect.sync(() => {
        finish()
        process.stderr.write("\n")
      })
    })

  const say = (text: string) => Effect.sync(() => void process.stderr.write(`${text}\n`))

  const ask = (question: Question): Effect.Effect<string> =>
    Effect.gen(function* () {
      const { style, columns } = screen
      const suggestion = question.default === undefined ? "" : style.dim(` [${question.default}]`)
      yield* say(`${style.bold(question.label)}${suggestion}`)
      yield* say(style.dim(indentLines(question.help, columns, 2)))
      for (;;) {
        const answer = (yield* line("  > ", question.secret)).trim()
        const problem = question.problem(answer)
        if (problem === undefined) return answer
        yield* say(style.red(indentLines(`${question.label} ${problem}.`, columns, 2)))
      }
    })

  const confirm = (question: string) =>
    Effect.map(line(`${indentLines(`${question} [y/N]`, screen.columns - 2, 0)} `, false), (answer) =>
      /^\s*y(es)?\s*$/i.test(answer)
    )

  return { asking: { screen, say, ask, confirm }, close: () => lines.close() }
}

/** Opens the terminal for questions while the body runs, and always restores it. */
export const asking = <A, E, R>(body: (asking: Asking) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(open),
    (terminal) => body(terminal.asking),
    (terminal) => Effect.sync(terminal.close)
  )
