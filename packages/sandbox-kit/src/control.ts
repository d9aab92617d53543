// The control API of a sandbox, through which tests and demos read its state and give it instructions. JSON in, JSON
// out.

import { isObject, type JsonObject, parseJson } from "./json.ts"
import { type Answer, type Handler, readBody, send } from "./wire.ts"

/** The paths that a sandbox's control API serves. */
export interface Controls<State> {
  /** Responses to `GET`, by path. */
  readonly reads: Readonly<Record<string, (state: State) => Answer>>
  /** Responses to `POST`, by path, computed from the JSON object in the body. */
  readonly writes: Readonly<Record<string, (state: State, body: JsonObject) => Answer>>
  /** An error response in the sandbox's own format. */
  readonly refusal: (status: number, message: string) => Answer
}

/** Returns whether the value is an integer within the bounds, both inclusive. */
export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max

/**
 * Makes the control API's handler: `GET` paths read, `POST` paths take a JSON object. The response to an unknown path
 * lists the paths that exist.
 */
export const makeControl = <State>(state: State, { reads, refusal, writes }: Controls<State>): Handler => {
  const paths = [
    ...Object.keys(reads).map((path) => `GET ${path}`),
    ...Object.keys(writes).map((path) => `POST ${path}`)
  ].join(", ")
  const answerTo: (...call: Parameters<Handler>) => Promise<Answer> = async (req, _res, path) => {
    const read = req.method === "GET" ? reads[path] : undefined
    if (read !== undefined) return read(state)
    const write = req.method === "POST" ? writes[path] : undefined
    if (write === undefined) return refusal(404, `There is no such control. Known: ${paths}.`)
    const text = await readBody(req)
    if (text === "") return write(state, {})
    const body = parseJson(text ?? "")?.value
    return isObject(body) ? write(state, body) : refusal(400, "The body must be a JSON object")
  }
  return (req, res, path) =>
    void answerTo(req, res, path).then(
      (answer) => send(res, answer),
      (error: unknown) => send(res, refusal(500, `The sandbox itself failed: ${String(error)}`))
    )
}
