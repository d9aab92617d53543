import { Octokit } from "octokit"

const { BASE_URL = "", TOKEN = "" } = process.env
const octokit = new Octokit({ baseUrl: BASE_URL, auth: TOKEN })
const widgets = { owner: "acme", repo: "widgets" }
const { data } = await octokit.rest.issues.create({ ...widgets, title: "It squeaks" })
const list = { ...widgets, state: "all", per_page: 100 } as const
const issues = await octokit.paginate(octokit.rest.issues.listForRepo, list)
const numbers = issues.map(({ number }) => number)
process.stdout.write(JSON.stringify({ created: numbers.includes(data.number), several: numbers.length > 100 }))
