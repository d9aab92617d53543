// Serves stored files over HTTP. Requests are recorded in the API's journal, so that tests can check which headers were
// sent.

import { type Handler, send } from "@inlay/sandbox-kit/wire"

import { anonymous } from "../frame/rate-limits.ts"
import { storagePath } from "../records/urls.ts"
import type { SandboxState } from "../state.ts"

/** `path` is the part after `/codehost-storage/`. */
export const storageHandler =
  ({ journal, storage }: SandboxState): Handler =>
  (req, res, path) => {
    const call = journal.open({
      atMillis: Date.now(),
      method: req.method ?? "GET",
      path: `${storagePath}/${path}`,
      // The query is not recorded: the signature in it grants access like a token until it expires.
      query: "",
      operation: null,
      token: anonymous,
      headerNames: Object.keys(req.headers),
      conditional: false,
      fault: null,
      status: null
    })
    res.once("close", () => journal.close())
    const answer = storage.answer(req, path)
    call.status = answer.status
    send(res, answer)
  }
