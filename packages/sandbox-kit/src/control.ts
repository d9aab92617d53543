// The control API of a sandbox: what tests and demos ask it, and tell it to do. JSON in, JSON out.

import { isObject, type JsonObject, parseJson } from "./json.ts"
import { type Answer, type Handler, readBody, send } from "./wire.ts"

/** What a sandbox answers to, by path. */
export interface Controls<State> {
  /** Answers to `GET`. */
  readonly reads: Readonly<Record<string, (state: State) => Answer>>
  /** Answers to `POST`, from the object in its body. */
  readonly writes: Readonly<Record<string, (state: State, body: JsonObject) => Answer>>
  /** A refusal in the sandbox's own words. */
  readonly refusal: (status: number, message: string) => Answer
}

/** Whether the value is a whole number within the bounds, both included. */
export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max

/** `GET` paths read, `POST` paths write a JSON object; an unknown path is answered with the list of those that exist. */
export const makeControl = <State>(state: State, { reads, refusal, writes }: Controls<State>): Handler => {
  const paths = [
    ...Object.keys(reads).map((path) => `GET ${path}`),
    ...Object.keys(writes).map((path) => `POST ${path}`)
  ].join(", ")
  const answerTo: (...call: Parameters<Handler>) => Promise<Answer> = async (req, _res, path) => {
    const read = req.method === "GET" ? reads[path] : undefined
    if (read !== undefined) return read(state)
    const write = req.method === "POST" ? writes[path] : undefined
    if (write === undefined) return refusal(404, `There is no such control; known: ${paths}.`)
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
