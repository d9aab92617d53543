/**
 * The choice of where answers are shown, with what the professional network's terms say about it. It is part of the
 * welcome page and the options. It is stored the moment it is made, independently of the rest of the page.
 */
import { ProblemNotice } from "@inlay/ui/Notice"
import { useCallback, useRef, useState } from "preact/hooks"

import { place } from "../../../locales/settings.ts"
import type { Send } from "../../../messaging/client.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { useStored } from "../../../ui/use-stored.ts"

/** `undefined` until it is known. */
interface State {
  readonly showInPage: boolean | undefined
  readonly status: "rest" | "stored" | { readonly problem: string }
}

const usePlace = (send: Send): State & { readonly choose: (showInPage: boolean) => void } => {
  const [state, setState] = useState<State>({ showInPage: undefined, status: "rest" })
  // The stored choice, as far as this page knows. Only the newest choice may draw, and no reading that began before it.
  const savedChoice = useRef<boolean | undefined>(undefined)
  const turn = useRef(0)

  const read = async (isNewest: () => boolean) => {
    const mine = turn.current
    const reply = await send("preferences", {})
    if (!isNewest() || mine !== turn.current) return
    if (!reply.ok) return setState({ showInPage: savedChoice.current, status: { problem: problemText(reply.error) } })
    const { showInPage } = reply.output
    savedChoice.current = showInPage
    setState((now) => (now.showInPage === showInPage ? now : { showInPage, status: "rest" }))
  }
  useStored(useCallback(read, [send]))

  const choose = async (showInPage: boolean) => {
    const mine = ++turn.current
    setState({ showInPage, status: "rest" })
    const reply = await send("savePreferences", { showInPage })
    if (reply.ok) savedChoice.current = showInPage
    if (mine !== turn.current) return
    setState(
      reply.ok
        ? { showInPage, status: "stored" }
        : { showInPage: savedChoice.current, status: { problem: problemText(reply.error) } }
    )
  }
  return { ...state, choose: (showInPage) => void choose(showInPage) }
}

export const AnswerPlace = ({ send, title = place.title }: { readonly send: Send; readonly title?: string }) => {
  const { showInPage, status, choose } = usePlace(send)
  return (
    <section class="panel" id="place" aria-labelledby="place-title">
      <div class="panel-head">
        <h2 id="place-title">{title}</h2>
        <span class="small good" role="status">
          {status === "stored" ? place.stored : ""}
        </span>
      </div>
      <fieldset class="stack" aria-labelledby="place-title">
        <p>{place.agreement}</p>
        <div class="stack tight">
          {([true, false] as const).map((inPage) => (
            <label class="choice">
              <input type="radio" name="place" checked={showInPage === inPage} onChange={() => choose(inPage)} />
              <span class="choice-title">{inPage ? place.page : place.popup}</span>
              <span class="choice-help">{inPage ? place.pageHelp : place.popupHelp}</span>
            </label>
          ))}
        </div>
        <ProblemNotice text={typeof status === "object" ? status.problem : undefined} />
      </fieldset>
    </section>
  )
}
