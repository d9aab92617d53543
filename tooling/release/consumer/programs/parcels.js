export default {
  edition: 2,
  id: "parcels",
  title: "Parcels",
  description: "Where a parcel is.",
  service: {},
  steps: [
    {
      id: "parcels_track",
      title: "Track",
      description: "Tells where a parcel is now. Free.",
      readOnly: true,
      input: { type: "object", properties: { number: { type: "string", minLength: 4 } }, required: ["number"] },
      run: ({ number }, { call }) => call("GET", `/parcels/${encodeURIComponent(number)}`)
    }
  ]
}
