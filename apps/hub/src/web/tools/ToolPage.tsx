/** One tool step: its input form, a preview of cost and effects, a run, and its result. */
import type { Card } from "@inlay/agent-plugin/Card"
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"

import { at, post } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import { postStreamed } from "../api/stream.ts"
import type { Details, Preview, RequestError } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { without } from "../shared/without.ts"
import { Effects, needsPreview } from "./Effects.tsx"
import { Elsewhere } from "./Elsewhere.tsx"
import { InputForm } from "./InputForm.tsx"
import { PreviewView, type Decision } from "./PreviewView.tsx"
import { ProgressView, type Progress } from "./ProgressView.tsx"
import { Result } from "./Result.tsx"
import { inputOf, propertiesOf, type Texts } from "./schema.ts"
import { tools as words } from "./words.ts"

type Work =
  | { readonly at: "rest" }
  | { readonly at: "previewing" }
  | { readonly at: "previewed"; readonly preview: Preview; readonly decision?: Decision }
  | { readonly at: "running"; readonly seconds: number; readonly progress?: Progress }
  | { readonly at: "done"; readonly outcome: Outcome }
  | { readonly at: "failed"; readonly error: RequestError }

interface Outcome {
  readonly output: unknown
  readonly card?: Card
}

const runLabel = (tool: Details, { preview }: { readonly preview: Preview }): string => {
  if (preview.cached !== null) return words.runFor(words.free)
  if (tool.cost?.unit === "credits" && preview.estimate !== null) {
    return words.runFor(words.costs({ unit: "credits", upTo: preview.estimate }))
  }
  return tool.hints.readOnly || tool.cost?.unit === "credits" ? words.run : words.runChanging
}

/** Inputs with controls of their own: the account above the form, the decision in the preview. */
const ELSEWHERE = new Set(["account", "unknown_charge"])

const Runner = ({ tool }: { readonly tool: Details }) => {
  const properties = useMemo(() => propertiesOf(tool.inputSchema).filter(({ name }) => !ELSEWHERE.has(name)), [tool])
  const [texts, setTexts] = useState<Texts>({})
  const [problems, setProblems] = useState<Texts>({})
  const [account, setAccount] = useState(tool.accounts[0])
  const [work, setWork] = useState<Work>({ at: "rest" })
  const stopping = useRef<AbortController | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const { input } = inputOf(properties, texts)
  useEffect(() => () => stopping.current?.abort(), [])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  useEffect(() => {
    if (work.at !== "running") return undefined
    const timer = setTimeout(() => setWork({ ...work, seconds: work.seconds + 1 }), 1000)
    return () => clearTimeout(timer)
  }, [work])

  const failed = (error: RequestError) => {
    const names = new Set(properties.map(({ name }) => name))
    const problemByField = Object.fromEntries(
      (error.fields ?? []).flatMap(({ field, message }) => {
        const name = field.split(/[.[]/, 1)[0] ?? ""
        return names.has(name) ? [[name, message]] : []
      })
    )
    setProblems(problemByField)
    setWork({ at: "failed", error })
  }
  const call = { input, ...(account !== undefined && { account }) }
  const begin = (next: Work) => {
    setWork(next)
    stopping.current = new AbortController()
    return stopping.current.signal
  }
  const stop = () => {
    stopping.current?.abort()
    setWork({ at: "rest" })
  }
  const preview = async () => {
    const signal = begin({ at: "previewing" })
    const answer = await post<Preview>(at`/api/tools/${tool.id}/previews`, call, signal)
    if (signal.aborted) return
    if (answer.ok) setWork({ at: "previewed", preview: answer.value })
    else failed(answer.error)
  }
  const run = async (decision?: Decision) => {
    const signal = begin({ at: "running", seconds: 0 })
    const body = { ...call, card: true, ...(decision !== undefined && { unknownCharge: decision }) }
    const answer = await postStreamed<Outcome>(
      at`/api/tools/${tool.id}/runs`,
      body,
      (progress) =>
        setWork((before) => (before.at === "running" ? { ...before, progress: progress as Progress } : before)),
      signal
    )
    if (signal.aborted) return
    if (answer.ok) setWork({ at: "done", outcome: answer.value })
    else failed(answer.error)
  }
  const isPreviewFirst = needsPreview(tool)
  const submit = () => {
    const { problems: wrong } = inputOf(properties, texts)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || work.at === "running" || work.at === "previewing") return
    void (isPreviewFirst ? preview() : run())
  }
  // A preview belongs to the input before the change.
  const reset = () => {
    if (work.at === "previewed" || work.at === "previewing") stop()
  }
  const isBlocked =
    work.at === "previewed" &&
    (work.preview.refusal !== null
      ? work.decision === undefined
      : work.preview.blocking.length > 0 && work.decision === undefined)
  return (
    <>
      <form
        ref={form}
        class="panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {tool.accounts.length === 0 ? (
          <Empty text={words.noAccount}>
            <a class="button primary" href={linkTo("integrations", tool.plugin, "new")}>
              {words.connectFirst}
            </a>
          </Empty>
        ) : (
          <div class="field">
            <label class="field-label" for="run-account">
              {words.account}
            </label>
            <select
              id="run-account"
              value={account}
              onChange={(event) => {
                setAccount(event.currentTarget.value)
                reset()
              }}
            >
              {tool.accounts.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <InputForm
          {...{ properties, texts, problems }}
          onInput={(name, text) => {
            setTexts((before) => ({ ...before, [name]: text }))
            setProblems((before) => without(before, name))
            reset()
          }}
        />
        {work.at === "previewed" && (
          <PreviewView
            tool={tool}
            preview={work.preview}
            decision={work.decision}
            onDecide={(decision) => setWork({ ...work, decision })}
          />
        )}
        {work.at === "running" && work.progress !== undefined && <ProgressView progress={work.progress} />}
        {tool.accounts.length > 0 && (
          <div class="actions">
            {work.at === "previewed" ? (
              <Button
                look={tool.hints.destructive ? "danger" : "primary"}
                idle={isBlocked}
                onClick={() => void run(work.decision)}
              >
                {runLabel(tool, work)}
              </Button>
            ) : (
              <Button look="primary" type="submit" busy={work.at === "running" || work.at === "previewing"}>
                {work.at === "running" ? words.running(work.seconds) : isPreviewFirst ? words.preview : words.run}
              </Button>
            )}
            {(work.at === "running" || work.at === "previewed") && <Button onClick={stop}>{words.cancel}</Button>}
          </div>
        )}
        {work.at === "failed" && (
          <Failure error={work.error}>
            {work.error.reason === "Unauthorized" && account !== undefined ? (
              <a class="button" href={linkTo("integrations", tool.plugin, "mend", account)}>
                {words.mendAccount(account)}
              </a>
            ) : null}
          </Failure>
        )}
      </form>
      {work.at === "done" && <Result tool={tool} {...work.outcome} />}
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

export const ToolPage = ({ id }: { readonly id: string }) => {
  const [loaded, load] = useLoaded<Details>(at`/api/tools/${id}`)
  const back = <a href={linkTo("tools")}>{words.back}</a>
  if (loaded.state === "failed") {
    return (
      <Page title={id} actions={back}>
        <Failure error={loaded.error} onRetry={load}>
          {loaded.error.known?.slice(0, 1).map((near) => (
            <a key={near} class="button" href={linkTo("tools", near)}>
              {near}
            </a>
          ))}
        </Failure>
      </Page>
    )
  }
  if (loaded.value === undefined) return <Loading />
  const tool = loaded.value
  return (
    <Page title={tool.title} lead={visible(tool.description)} actions={back}>
      <Effects tool={tool} />
      <Runner tool={tool} />
    </Page>
  )
}
