/**
 * Exports all data of this browser as a file, or erases it and shows the count of what is left. It also works if the
 * storage is damaged.
 */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { Notice, ProblemNotice } from "@inlay/ui/Notice"
import { useState } from "preact/hooks"

import { failure } from "../../../locales/failure.ts"
import { account, browserData as words } from "../../../locales/settings.ts"
import { restart } from "../../../ui/restart.ts"
import { saveFile } from "../../../ui/save-file.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { amount, eraseEverything, exportEverything, type Amount } from "../everything.ts"

type State =
  | { readonly at: "rest" | "asking" | "busy" }
  | { readonly at: "exported"; readonly unreadable: ReadonlyArray<string> }
  | { readonly at: "failed"; readonly problem: string }

const failed = (error: unknown): State => ({
  at: "failed",
  problem: problemText({
    what: "",
    own: { is: "storage", why: "failed", detail: error instanceof Error ? error.message : String(error) }
  })
})

export interface Erasure {
  /** `undefined` if it could not be counted. */
  readonly before: Amount | undefined
  readonly left: Amount
}

export const DataPanel = ({ onErased }: { readonly onErased: (erasure: Erasure) => void }) => {
  const [state, setState] = useState<State>({ at: "rest" })
  const save = async () => {
    setState({ at: "busy" })
    try {
      const now = new Date()
      const everything = await exportEverything(now)
      saveFile(`inlay-${now.toISOString().slice(0, 10)}.json`, "application/json", JSON.stringify(everything, null, 2))
      setState({ at: "exported", unreadable: everything.unreadable })
    } catch (error) {
      setState(failed(error))
    }
  }
  const erase = async () => {
    setState({ at: "busy" })
    try {
      const before = await amount().catch(() => undefined)
      onErased({ before, left: await eraseEverything() })
    } catch (error) {
      setState(failed(error))
    }
  }
  return (
    <section class="panel" id="data" aria-labelledby="data-title">
      <h2 id="data-title" tabIndex={-1}>
        {words.title}
      </h2>
      <p class="lead">{words.lead}</p>
      {state.at === "asking" ? (
        <Confirm
          question={words.eraseSure}
          yes={words.eraseYes}
          no={account.cancel}
          onYes={() => void erase()}
          onNo={() => setState({ at: "rest" })}
        />
      ) : (
        <div class="actions">
          <Button idle={state.at === "busy"} onClick={() => void save()}>
            {words.save}
          </Button>
          <Button look="danger" idle={state.at === "busy"} onClick={() => setState({ at: "asking" })}>
            {words.erase}
          </Button>
        </div>
      )}
      {state.at === "exported" && (
        <Notice tone={state.unreadable.length === 0 ? "good" : "warning"} announce>
          {state.unreadable.length === 0 ? words.saved : words.savedInPart(state.unreadable)}
        </Notice>
      )}
      <ProblemNotice text={state.at === "failed" ? state.problem : undefined} />
    </section>
  )
}

/**
 * Shows what is left after erasing, and a button that restarts the extension, because the worker still remembers what
 * is gone.
 */
export const Erased = ({ before, left }: Erasure) => {
  const isEmpty = left.rows === 0 && left.settings === 0 && left.origins === 0
  return (
    <section class="panel" aria-labelledby="erased-title">
      <h2 id="erased-title">{isEmpty ? words.erased : words.erasedInPart}</h2>
      <div role="status">
        <dl class="facts">
          {(["rows", "settings", "origins"] as const).map((what) => (
            <div key={what}>
              <dt>{words.of[what]}</dt>
              <dd>{words.left(left[what], before?.[what])}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p class="quiet">{words.restartWhy}</p>
      <div>
        <Button look="primary" onClick={restart}>
          {failure.restart}
        </Button>
      </div>
    </section>
  )
}
