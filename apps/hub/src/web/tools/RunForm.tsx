/** The input form of a tool step, its preview, its progress and its result. */
import { Button } from "@inlay/ui/Button"
import { SelectField } from "@inlay/ui/SelectField"
import { useLayoutEffect, useMemo, useState } from "preact/hooks"

import type { Details, Preview, RequestError } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Form } from "../shared/Form.tsx"
import { Empty } from "../shared/Page.tsx"
import { without } from "../shared/without.ts"
import { needsPreview } from "./Effects.tsx"
import { Elsewhere } from "./Elsewhere.tsx"
import { InputForm } from "./InputForm.tsx"
import { PreviewView, type Decision } from "./PreviewView.tsx"
import { ProgressView } from "./ProgressView.tsx"
import { Result } from "./Result.tsx"
import { inputOf, propertiesOf, type Texts } from "./schema.ts"
import { useToolRun } from "./use-tool-run.ts"
import { tools as words } from "./words.ts"

/** Inputs with controls of their own: the account above the form, the decision in the preview. */
const ELSEWHERE = new Set(["account", "unknown_charge"])

const runLabel = (tool: Details, { cached, estimate }: Preview): string => {
  if (cached !== null) return words.runFor(words.free)
  if (tool.cost?.unit === "credits" && estimate !== null) {
    return words.runFor(words.costs({ unit: "credits", upTo: estimate }))
  }
  return tool.hints.readOnly || tool.cost?.unit === "credits" ? words.run : words.runChanging
}

/** Whether a previewed run still needs the user's decision. */
const needsDecision = ({ refusal, blocking }: Preview, decision: Decision | undefined): boolean =>
  (refusal !== null || blocking.length > 0) && decision === undefined

export const RunForm = ({ tool }: { readonly tool: Details }) => {
  const properties = useMemo(() => propertiesOf(tool.inputSchema).filter(({ name }) => !ELSEWHERE.has(name)), [tool])
  const [texts, setTexts] = useState<Texts>({})
  const [problems, setProblems] = useState<Texts>({})
  const [account, setAccount] = useState(tool.accounts[0])
  // The first ones may be connected in another tab while the page is open.
  useLayoutEffect(() => setAccount((before) => before ?? tool.accounts[0]), [tool])
  const markFields = ({ fields = [] }: RequestError) => {
    const names = new Set(properties.map(({ name }) => name))
    const problemByField = fields.flatMap(({ field, message }) => {
      const name = field.split(/[.[]/, 1)[0] ?? ""
      return names.has(name) ? [[name, message]] : []
    })
    setProblems(Object.fromEntries(problemByField))
  }
  const { state, isBusy, stop, dropPreview, decide, preview, run } = useToolRun(tool.id, markFields)
  const { input, problems: wrong } = inputOf(properties, texts)
  const call = { input, ...(account !== undefined && { account }) }
  const isPreviewFirst = needsPreview(tool)
  const submit = () => {
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || isBusy) return
    void (isPreviewFirst ? preview(call) : run(call))
  }
  return (
    <>
      <Form class="panel" error={state.at === "failed" ? state.error : undefined} onSubmit={submit}>
        {tool.accounts.length === 0 ? (
          <Empty text={words.noAccount}>
            <a class="button primary" href={linkTo("integrations", tool.plugin, "new")}>
              {words.connectFirst}
            </a>
          </Empty>
        ) : (
          <SelectField
            id="run-account"
            label={words.account}
            options={tool.accounts.map((name) => [name, name])}
            value={account}
            onChange={(name) => {
              setAccount(name)
              dropPreview()
            }}
          />
        )}
        <InputForm
          {...{ properties, texts, problems }}
          onInput={(name, text) => {
            setTexts((before) => ({ ...before, [name]: text }))
            setProblems((before) => without(before, name))
            dropPreview()
          }}
        />
        {state.at === "previewed" && (
          <PreviewView tool={tool} preview={state.preview} decision={state.decision} onDecide={decide} />
        )}
        {state.at === "running" && state.progress !== undefined && <ProgressView progress={state.progress} />}
        {tool.accounts.length > 0 && (
          <div class="actions">
            {state.at === "previewed" ? (
              <Button
                look={tool.hints.destructive ? "danger" : "primary"}
                idle={needsDecision(state.preview, state.decision)}
                onClick={() => void run(call, state)}
              >
                {runLabel(tool, state.preview)}
              </Button>
            ) : (
              <Button look="primary" type="submit" busy={isBusy}>
                {state.at === "running" ? words.running(state.seconds) : isPreviewFirst ? words.preview : words.run}
              </Button>
            )}
            {(state.at === "running" || state.at === "previewed") && <Button onClick={stop}>{words.cancel}</Button>}
          </div>
        )}
        {state.at === "failed" && (
          <Failure error={state.error}>
            {state.error.reason === "Unauthorized" && account !== undefined ? (
              <a class="button" href={linkTo("integrations", tool.plugin, "mend", account)}>
                {words.mendAccount(account)}
              </a>
            ) : null}
          </Failure>
        )}
      </Form>
      {state.at === "done" && <Result tool={tool} {...state.outcome} />}
      <Elsewhere
        call={{
          tool: tool.id,
          input,
          account: tool.accounts.length > 1 ? account : undefined,
          origin: location.origin
        }}
      />
    </>
  )
}
