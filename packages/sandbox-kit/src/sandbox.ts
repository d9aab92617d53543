// The definition of a simulated provider: handlers to mount in a server, and a description of how to use it.

import { mounted, serve, type Serving } from "./serve.ts"
import type { Handler } from "./wire.ts"

/** The input of a tool step. */
export type Input = Readonly<Record<string, unknown>>

/** Example inputs of a tool step, grouped by their outcome: a result, or no result or a refusal. */
export interface Examples {
  readonly match: ReadonlyArray<Input>
  readonly noMatch: ReadonlyArray<Input>
}

/** What a caller needs to use a sandbox. */
export interface Description {
  /** Base addresses of the services and of the demo pages, by name. */
  readonly urls: Readonly<Record<string, string>>
  /** Other values that calls need, by name, such as a token or the name of an existing resource. */
  readonly values?: Readonly<Record<string, string>>
  /** The environment variables that connect an account to the sandbox. */
  readonly env: Readonly<Record<string, string>>
  /** By the id of the tool step. */
  readonly examples: Readonly<Record<string, Examples>>
  /** Base address of the control API. */
  readonly control: string
}

/** The request handlers of one sandbox. */
export interface Handlers {
  readonly api: Handler
  readonly control: Handler
  readonly pages: Handler
}

/** A sandbox without a server, to be mounted in one. */
export interface Sandbox<Described extends Description = Description> {
  readonly id: string
  readonly handlers: Handlers
  /** Prefixes of the paths that `handlers.pages` serves, such as `/in`. */
  readonly pagePrefixes: ReadonlyArray<string>
  /** `origin` is where the sandbox is served, such as `http://127.0.0.1:4680`. */
  readonly describe: (origin: string) => Described
}

/** A sandbox that runs on a port of its own, with its description. */
export type Running<Described extends Description = Description> = Described & Serving

/** Serves one sandbox: its API at `/<id>`, its control API at `/control/<id>`, and its pages everywhere else. */
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
