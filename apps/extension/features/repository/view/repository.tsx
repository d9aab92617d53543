/**
 * A repository in the popup: what waits for the user, what starts agents, the runs, and what is left of the rate limit.
 */
import { visible } from "@inlay/ui/text/visible"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import {
  needs,
  repository as words,
  runs as runWords,
  triggers as triggerWords,
  who
} from "../../../locales/repository.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { nameAtHub, wayOf } from "../../../messaging/way.ts"
import { Head } from "../../../ui/Head.tsx"
import type { Shell } from "../../../ui/shell.ts"
import { age } from "../../../ui/text/moment.ts"
import { LineChoice } from "../../page-line/view/line-choice.tsx"
import type { RepositoryPage, Run } from "../requests.ts"
import { useAnswer, type Answer } from "./answer.ts"
import type { About } from "./context.ts"
import { useLive } from "./live.ts"
import { Foot } from "./parts/foot.tsx"
import { linkOn } from "./parts/line.tsx"
import { Needs } from "./parts/needs.tsx"
import { Part } from "./parts/part.tsx"
import { headingOf as polledHeading, Polled } from "./parts/polled.tsx"
import { RunList } from "./parts/runs.tsx"
import { headingOf as hubHeading, Triggers } from "./parts/triggers.tsx"
import { Problem, sentenceOf } from "./problem.tsx"
import { waitingOf } from "./waiting.ts"

/** How often an open popup reads what no event announces: one request a minute. */
const REFRESH_MILLIS = 60_000
/** The time until the hub has sent an event to an agent, or made a hook. */
const SETTLE_MILLIS = 1_500

const valueOf = <A,>(answer: Answer<A>): A | undefined => (answer.at === "here" ? answer.value : undefined)
const errorOf = (answer: Answer<unknown>): Failure | undefined => (answer.at === "loading" ? undefined : answer.error)

const accountName = (account: string): string =>
  wayOf({ account }) === "hub" ? words.account(nameAtHub({ account }), true) : words.account(account, false)

const AccountChoice = (props: {
  readonly names: ReadonlyArray<string>
  readonly account: string
  readonly onAccount: (account: string) => void
}) => (
  <label class="account-choice small">
    <span class="quiet">{words.by}</span>
    <select value={props.account} onChange={({ currentTarget: { value } }) => props.onAccount(value)}>
      {props.names.map((name) => (
        <option key={name} value={name}>
          {accountName(name)}
        </option>
      ))}
    </select>
  </label>
)

export const Repository = (props: {
  readonly send: Send
  readonly shell: Shell
  readonly page: Extract<RepositoryPage, { readonly state: "repository" }>
  /** The tab's address. */
  readonly address: string
  /** The tab of the page; absent if the address is a link's. */
  readonly tabId?: number
  readonly onAccount: (account: string) => void
}) => {
  const { send, shell, page, address, tabId, onAccount } = props
  const { of, names, shows } = page
  const isAtHub = wayOf(of) === "hub"
  const facts = useAnswer(send, "repositoryFacts", of)
  const runs = useAnswer(send, "repositoryRuns", of)
  const requests = useAnswer(send, "repositoryAsked", of)
  const limit = useAnswer(send, "repositoryLimit", of)
  const triggers = useAnswer(send, "repositoryTriggers", isAtHub ? of : null)
  const watched = useAnswer(send, "watched", isAtHub ? null : of)
  const [now, setNow] = useState(() => Date.now())
  // Runs that were started again. They no longer wait for the user, but the result of the action stays visible.
  const [rerun, setRerun] = useState<ReadonlyArray<Run>>([])
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const due = useRef(new Set<() => void>())

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      // A popup that is not visible sends nothing, and what this browser has seen remains unread.
      if (document.visibilityState !== "visible") return
      runs.reload()
      watched.reload()
    }, REFRESH_MILLIS)
    return () => clearInterval(timer)
  }, [runs.reload, watched.reload])

  const readLater = useCallback(
    (reads: ReadonlyArray<() => void>) => {
      clearTimeout(settling.current)
      for (const read of reads) due.current.add(read)
      settling.current = setTimeout(() => {
        for (const read of due.current) read()
        due.current.clear()
      }, SETTLE_MILLIS)
    },
    [settling]
  )
  const onEvent = useCallback(
    ({ trigger }: { readonly trigger: string }) => {
      setNow(Date.now())
      readLater([
        triggers.reload,
        ...(/workflow/.test(trigger) ? [runs.reload] : []),
        ...(/review|mention|comment|pull_request/.test(trigger) ? [requests.reload] : [])
      ])
    },
    [readLater, triggers.reload, runs.reload, requests.reload]
  )
  useEffect(() => () => clearTimeout(settling.current), [])
  const { events, isLost } = useLive(send, of, onEvent)

  const repository = valueOf(facts.answer)
  const name = repository?.name ?? `${of.owner}/${of.repo}`
  const about: About = {
    send,
    of,
    name: visible(name),
    facts: repository,
    who: who.as(repository?.login ?? "", accountName(of.account)),
    page: address,
    now
  }
  // A problem that keeps everything from being read is shown once, at the top.
  const main = errorOf(facts.answer)
  const isUnreadable = facts.answer.at === "failed"
  const isTold = (error: Failure) => isUnreadable || (main !== undefined && sentenceOf(error) === sentenceOf(main))
  const isWatched = valueOf(watched.answer)?.isWatched === true
  const waiting = waitingOf(repository, valueOf(runs.answer), valueOf(requests.answer))
  const part = { isTold, onSettings: shell.onSettings }
  const reloadAll = () => {
    setNow(Date.now())
    for (const one of [facts, runs, requests, limit, triggers, watched]) one.reload()
  }
  const both = {
    answer:
      runs.answer.at === "here" && requests.answer.at === "loading" && waiting.count + rerun.length === 0
        ? requests.answer
        : runs.answer,
    reload: runs.reload
  }
  const allRuns = linkOn(address, "actions", repository?.url)
  return (
    <section class="popup repo">
      <Head
        shell={shell}
        title={visible(name)}
        {...(repository !== undefined && {
          subtitle: words.subtitle(
            repository.branch,
            repository.pushedAt === null ? null : age(repository.pushedAt, now),
            visible(repository.login)
          )
        })}
      >
        {names.length > 1 && <AccountChoice names={names} account={of.account} onAccount={onAccount} />}
        {repository?.isArchived === true && <p class="small repo-trouble">{words.archived}</p>}
      </Head>
      {main !== undefined && (
        <div class="repo-part">
          <Problem error={main} onRetry={reloadAll} onSettings={shell.onSettings} />
        </div>
      )}
      <Part
        {...part}
        title={needs.title}
        side={
          waiting.count > 0 && (
            <span class="repo-count" aria-label={needs.count(waiting.count)}>
              {waiting.count}
            </span>
          )
        }
        of={both}
      >
        {() => (
          <Needs
            waiting={waiting}
            about={about}
            lacksMentions={valueOf(requests.answer)?.mentions === null}
            rerun={rerun}
            onRerun={(run) => {
              setRerun((all) => [...all, run])
              runs.reload()
            }}
          />
        )}
      </Part>
      {requests.answer.at === "failed" && !isTold(requests.answer.error) && (
        <div class="repo-part continued">
          <Problem error={requests.answer.error} onRetry={requests.reload} onSettings={shell.onSettings} />
        </div>
      )}
      {isAtHub ? (
        <Part
          {...part}
          title={triggerWords.title}
          side={
            triggers.answer.at === "here" && (
              <span class="small quiet">
                {hubHeading(triggers.answer.value.triggers ?? [])}{" "}
                <span class={isLost ? "danger" : "good"} aria-hidden="true">
                  ●
                </span>
              </span>
            )
          }
          of={triggers}
        >
          {(value) => (
            <Triggers
              triggers={value.triggers ?? []}
              events={events}
              isLost={isLost}
              about={about}
              onSettings={shell.onSettings}
              onChange={() => {
                triggers.reload()
                readLater([triggers.reload])
              }}
            />
          )}
        </Part>
      ) : (
        (isWatched || !isUnreadable) && (
          <Part
            {...part}
            title={triggerWords.title}
            side={
              watched.answer.at === "here" && <span class="small quiet">{polledHeading(watched.answer.value)}</span>
            }
            of={watched}
          >
            {(value) => <Polled watched={value} about={about} onChange={watched.reload} />}
          </Part>
        )
      )}
      {!shows.includes("runs") && valueOf(runs.answer) !== undefined && (
        <Part
          {...part}
          title={runWords.title}
          side={
            allRuns !== undefined && (
              <a class="small" href={allRuns} target="_blank" rel="noopener noreferrer">
                {runWords.all} <span aria-hidden="true">↗</span>
                <span class="unseen"> ({words.newTab})</span>
              </a>
            )
          }
          of={runs}
        >
          {(value) => <RunList runs={value} about={about} />}
        </Part>
      )}
      {tabId !== undefined && <LineChoice {...{ send, tabId, address }} />}
      <Foot
        about={about}
        isUnreadable={isUnreadable}
        limit={limit.answer}
        onSettings={shell.onSettings}
        onStarted={runs.reload}
      />
    </section>
  )
}
