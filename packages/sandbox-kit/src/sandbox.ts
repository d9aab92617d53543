// What a simulated provider is: handlers to be mounted in a server, and words on how to use it.

import { mounted, serve, type Serving } from "./serve.ts"
import type { Handler } from "./wire.ts"

/** The input of a tool step. */
export type Input = Readonly<Record<string, unknown>>

/** Inputs of a tool step, by what comes of them: a result, or nothing or a refusal. */
export interface Examples {
  readonly match: ReadonlyArray<Input>
  readonly noMatch: ReadonlyArray<Input>
}

/** What a caller needs to use a sandbox. */
export interface Description {
  /** Base addresses of the services and of the demo pages, by name. */
  readonly urls: Readonly<Record<string, string>>
  /** What is no address and yet needed to make calls, by name: a token, the name of something that is there. */
  readonly values?: Readonly<Record<string, string>>
  /** The variables that connect an account to it. */
  readonly env: Readonly<Record<string, string>>
  /** By the id of the tool step. */
  readonly examples: Readonly<Record<string, Examples>>
  /** Base address of the control API. */
  readonly control: string
}

/** The parts of one sandbox that answer requests. */
export interface Handlers {
  readonly api: Handler
  readonly control: Handler
  readonly pages: Handler
}

/** A sandbox without a server, to be mounted in one. */
export interface Sandbox<Described extends Description = Description> {
  readonly id: string
  readonly handlers: Handlers
  /** Beginnings of the paths that `handlers.pages` answers for, such as `/in`. */
  readonly pagePrefixes: ReadonlyArray<string>
  /** `origin` is where it is served, such as `http://127.0.0.1:4680`. */
  readonly describe: (origin: string) => Described
}

/** A sandbox on a port of its own, described. */
export type Running<Described extends Description = Description> = Described & Serving

/** Serves one sandbox: its API at `/<id>`, its control API at `/control/<id>`, its pages everywhere else. */
export const start = async <Described extends Description>(
  { describe, handlers, id }: Sandbox<Described>,
  port?: number
): Promise<Running<Described>> => {
  const serving = await serve(
    mounted([
      { prefix: `/${id}`, handler: handlers.api },
      { prefix: `/control/${id}`, handler: handlers.control },
      { prefix: "", handler: handlers.pages }
    ]),
    port
  )
  return { ...describe(serving.origin), ...serving }
}
