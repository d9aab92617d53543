import { createCodeHost } from "@inlay/codehost/promise"

const { BASE_URL = "", TOKEN = "" } = process.env
const { issues } = createCodeHost({ baseUrl: BASE_URL, token: TOKEN })
const widgets = { owner: "acme", repo: "widgets" }
const { number: created } = await issues.create({ ...widgets, title: "It squeaks" })
const numbers: Array<number> = []
for await (const { number } of issues.list({ ...widgets, state: "all" }).items) numbers.push(number)
process.stdout.write(JSON.stringify({ created: numbers.includes(created), several: numbers.length > 100 }))
