/** The form that starts a workflow: which one, and on which branch. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect } from "preact/hooks"

import { foot as words, repository } from "../../../../locales/repository.ts"
import { Select } from "../../../../ui/Select.tsx"
import type { Sent } from "../../sent.ts"
import { useAnswer } from "../answer.ts"
import type { RepositoryContext } from "../context.ts"
import { Problem } from "../problem.tsx"
import { isResting, Question, type useChange } from "./change.tsx"
import { SentBefore } from "./sent-draft.tsx"

interface Input {
  readonly workflow?: number
  readonly ref: string
}

export const Dispatch = (props: {
  readonly context: RepositoryContext
  /** What was entered, as JSON of `Input`; empty if nothing was. */
  readonly draft: string
  readonly onInput: (draft: string) => void
  /** What is known of an earlier sending. */
  readonly sent: Sent | undefined
  readonly markSent: () => Promise<void>
  readonly starting: ReturnType<typeof useChange>
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { context, draft, onInput, sent, markSent, starting, onClose, onDone } = props
  const { send, of, name, who, facts, onSettings } = context
  const { output, failure, reload } = useAnswer(send, "repositoryWorkflows", of)
  const { state, ask, leave, make } = starting
  // The next form starts anew.
  useEffect(() => leave, [])
  const input: Input = draft === "" ? { ref: facts?.branch ?? "" } : JSON.parse(draft)
  const { ref } = input
  const change = (part: Partial<Input>) => onInput(JSON.stringify({ ...input, ...part }))
  const workflows = output?.workflows ?? []
  const workflow = workflows.find(({ id }) => id === input.workflow) ?? workflows[0]
  const before = isResting(state) && <SentBefore {...{ sent, context }} done={words.dispatched} />
  if (failure !== undefined) {
    return (
      <>
        {before}
        <Problem error={failure} onRetry={reload} onSettings={onSettings} />
      </>
    )
  }
  if (output !== undefined && workflow === undefined) {
    return (
      <>
        {before}
        <p class="small quiet">{words.noWorkflows}</p>
      </>
    )
  }
  const start = async () => {
    // The user may have emptied it since it asked.
    if (workflow === undefined || ref.trim() === "") return leave()
    const wish = { ...of, workflow: workflow.id, ref: ref.trim() }
    if ((await make("startWorkflow", wish, markSent)) !== undefined) onDone()
  }
  return (
    <form
      class="stack repo-form"
      aria-label={words.dispatch}
      onSubmit={(event) => {
        event.preventDefault()
        if (workflow !== undefined && ref.trim() !== "") ask()
      }}
    >
      <div class="repo-filters">
        <Select
          label={words.workflow}
          options={workflows.map((one) => [String(one.id), visible(one.name)])}
          value={String(workflow?.id ?? "")}
          onChoose={(id) => change({ workflow: Number(id) })}
        />
        <label class="small">
          <span class="quiet">{words.branch}</span>
          <input
            type="text"
            maxLength={250}
            value={ref}
            onInput={({ currentTarget: { value } }) => change({ ref: value })}
          />
        </label>
      </div>
      {before}
      <Question
        state={state}
        onSettings={onSettings}
        question={words.dispatchSure(visible(workflow?.name ?? ""), ref.trim(), name, who)}
        yes={words.dispatchYes}
        onYes={() => void start()}
        onNo={leave}
      />
      {state.at !== "asking" && (
        <div class="actions">
          <Button type="submit" idle={workflow === undefined || ref.trim() === ""} busy={state.at === "sending"}>
            {words.start}
          </Button>
          {/* Leaving would not stop it. */}
          <Button look="bare" idle={state.at === "sending"} onClick={onClose}>
            {repository.cancel}
          </Button>
        </div>
      )}
    </form>
  )
}
