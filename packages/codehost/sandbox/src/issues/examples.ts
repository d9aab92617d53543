// Example inputs of the tool steps that work with issues.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

const widgets = { owner: "acme", repo: "widgets" }

export const examples: Readonly<Record<string, Examples>> = {
  codehost_create_issue: {
    match: [
      { ...widgets, title: "Widgets squeak" },
      {
        ...widgets,
        title: "Oil them",
        body: "All of them.",
        labels: ["bug", "squeaking"],
        assignees: ["ada"],
        milestone: 2,
        type: "Task"
      }
    ],
    noMatch: [
      { ...widgets, title: "For nobody", assignees: ["no-such-person"] },
      { owner: "hubot", repo: "widgets", title: "Where issues are off" }
    ]
  },
  codehost_create_issue_comment: {
    match: [
      { ...widgets, issue_number: 1, body: "So do mine." },
      { ...widgets, issue_number: 13, body: "On a pull request." }
    ],
    noMatch: [{ ...widgets, issue_number: 999_999, body: "To nobody." }]
  },
  codehost_update_issue: {
    match: [
      { ...widgets, issue_number: 2, state: "closed", state_reason: "not_planned" },
      { ...widgets, issue_number: 1, labels: ["bug"], assignees: ["grace"], milestone: null }
    ],
    noMatch: [{ ...widgets, issue_number: 999_999, title: "Nothing" }]
  },
  codehost_get_issue_assignees: {
    match: [
      { ...widgets, issue_number: 1 },
      { ...widgets, issue_number: 2 }
    ],
    noMatch: [{ ...widgets, issue_number: 999_999 }]
  }
}
