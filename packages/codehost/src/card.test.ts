import { expect, it } from "vitest"

import fixture from "../fixtures/repository.json" with { type: "json" }
import { repositoryCard } from "./card.ts"
import type { Repository } from "./schema/Repository.ts"

const origin = { fetchedAt: "2026-01-03T00:00:00Z", fromCache: true }

const least: Repository = {
  id: 1,
  name: "widgets",
  full_name: "acme/widgets",
  owner: { login: "acme", id: 2 },
  private: false,
  html_url: "https://codehost.example/acme/widgets"
}

it("shows the main facts of a repository, each value with its source", () => {
  const card = repositoryCard(fixture.body, origin)
  expect(card).toMatchObject({ title: "acme/widgets", subtitle: "Widgets of every kind.", notices: [], ...origin })
  expect(card.sections.flatMap(({ rows }) => rows.map(({ source, value }) => [source, value]))).toEqual([
    ["stargazers_count", "80"],
    ["open_issues_count", "12"],
    ["forks_count", "9"],
    ["default_branch", "trunk"],
    ["pushed_at", "2026-01-25"],
    ["language", "TypeScript"],
    ["license.name", "MIT License"],
    ["html_url", "https://codehost.example/acme/widgets"]
  ])
})

it("leaves out what the service does not return", () => {
  const { sections, subtitle } = repositoryCard({ ...least, description: null, language: null }, origin)
  expect(subtitle).toBe("")
  expect(sections[0]?.rows.map(({ source }) => source)).toEqual(["html_url"])
})

it("starts with the notes that it is archived and not public", () => {
  const { notices } = repositoryCard({ ...least, archived: true, private: true, fork: true }, origin)
  expect(notices.map(({ tone }) => tone)).toEqual(["warning", "neutral", "neutral"])
})
