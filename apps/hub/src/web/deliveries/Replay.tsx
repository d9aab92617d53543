/** Sends the deliveries of a time range once more. */
import { Button } from "@inlay/ui/Button"
import { SelectField } from "@inlay/ui/SelectField"
import { TextField } from "@inlay/ui/TextField"
import { useState } from "preact/hooks"

import { post } from "../api/client.ts"
import { useSending } from "../api/sending.ts"
import type { Replayed, Subscription } from "../api/types.ts"
import { Checkboxes } from "../shared/Checkboxes.tsx"
import { Failure } from "../shared/Failure.tsx"
import { byLabel } from "../shared/FilterChoice.tsx"
import { Form } from "../shared/Form.tsx"
import { replayOf, type ReplayForm } from "./replay-form.ts"
import { replaying as words } from "./words.ts"

const STATES = ["dead", "pending", "delivered", "skipped"] as const

export const Replay = (props: {
  readonly subscriptions: ReadonlyArray<Subscription>
  /** The one that is chosen first; empty or missing if it does not matter. */
  readonly subscription?: string | undefined
  readonly onReplayed: () => void
  readonly onClose: () => void
}) => {
  const names = byLabel(props.subscriptions.map(({ id, name }) => [id, name]))
  const [form, setForm] = useState<ReplayForm>({
    subscription: props.subscription || (names[0]?.[0] ?? ""),
    since: "",
    until: "",
    states: ["dead"]
  })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [count, setCount] = useState<number>()
  const { isBusy, error, clearError, send } = useSending()
  const set = (changes: Partial<ReplayForm>) => {
    setForm((before) => ({ ...before, ...changes }))
    setCount(undefined)
  }
  const submit = async () => {
    const { problems: wrong, replay } = replayOf(form)
    setProblems(wrong)
    clearError()
    setCount(undefined)
    if (Object.keys(wrong).length > 0 || isBusy) return
    const answer = await send(post<Replayed>("/api/deliveries/replay", replay))
    if (!answer.ok) return
    setCount(answer.value.replayed)
    props.onReplayed()
  }
  return (
    <Form class="panel" label={words.title} focus="select" error={error} onSubmit={() => void submit()}>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <SelectField
        id="replay-subscription"
        label={words.subscription}
        options={names}
        value={form.subscription}
        onChange={(subscription) => set({ subscription })}
      />
      <div class="pair">
        <TextField
          type="datetime-local"
          id="replay-since"
          label={words.since}
          help={words.sinceHelp}
          value={form.since}
          problem={problems["since"]}
          onInput={(since) => set({ since })}
        />
        <TextField
          type="datetime-local"
          id="replay-until"
          label={words.until}
          help={words.untilHelp}
          value={form.until}
          onInput={(until) => set({ until })}
        />
      </div>
      <fieldset class="stack tight">
        <legend>{words.states}</legend>
        <Checkboxes
          options={STATES.map((state) => [state, words[state]])}
          chosen={form.states}
          onChange={(states) => set({ states })}
        />
        {problems["states"] !== undefined && <span class="field-error">{problems["states"]}</span>}
      </fieldset>
      <Failure error={error} />
      <p role="status">{count === undefined ? "" : words.done(count)}</p>
      <div class="actions">
        <Button look="primary" type="submit" busy={isBusy}>
          {words.submit}
        </Button>
        <Button onClick={props.onClose}>{words.cancel}</Button>
      </div>
    </Form>
  )
}
