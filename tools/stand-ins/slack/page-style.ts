/**
 * The style of a channel's page: channels at the left, messages that begin with the newest at the bottom, and a field
 * for writing below them.
 */
export const CHAT_STYLE = `<style>
  :root { --side: light-dark(#2a2438, #17141f); --on-side: #f1edf7; --mark: light-dark(#fdf3d3, #3a3217); --quiet: light-dark(#66666b, #a2a2a8); --link: light-dark(#1d5fa8, #8bb8f0); }
  body { background: light-dark(#fff, #121214); color: light-dark(#1d1c1d, #ececee); max-width: none; height: 100dvh; padding: 0; display: grid; grid-template: auto minmax(0, 1fr) / 15rem minmax(0, 1fr); font-size: 15px; line-height: 1.46; overflow: hidden; }
  header { grid-column: 1 / -1; margin: 0; padding: .35rem 1rem; font-size: .8rem; align-items: center; }
  a { color: var(--link); } h1 { font-size: 1.1rem; margin: 0; } pre { margin: 0; padding: 0; background: none; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
  .side { background: var(--side); color: var(--on-side); overflow-y: auto; padding: 1rem .5rem; }
  .side h2 { margin: 0 .5rem .75rem; font-size: 1.05rem; } .side ul { list-style: none; margin: 0 0 1rem; padding: 0; }
  .side a { display: block; padding: .3rem .6rem; border-radius: 6px; color: inherit; text-decoration: none; } .side a:hover { background: #ffffff1c; } .side a[aria-current] { background: #ffffff30; font-weight: 600; }
  main { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
  .top { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .6rem 1rem; border-bottom: 1px solid var(--line); } .top p { margin: 0; color: var(--quiet); font-size: .85rem; }
  .list { flex: 1; min-height: 0; overflow-y: auto; display: flex; flex-direction: column-reverse; } .list > div { padding: .5rem 0 1rem; }
  .day { display: flex; align-items: center; gap: .75rem; margin: 1rem; color: var(--quiet); font-size: .8rem; font-weight: 600; } .day::before, .day::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
  article { position: relative; padding: .35rem 1rem .35rem 4rem; } article:hover { background: var(--soft); } article:is(:target, :has(:target)) { background: var(--mark); }
  .face { position: absolute; left: 1rem; top: .55rem; width: 2.25rem; height: 2.25rem; border-radius: 8px; display: grid; place-items: center; color: #fff; font-weight: 600; font-size: .85rem; }
  .meta { margin: 0; opacity: 1; font-size: .9rem; } .meta time, .meta span { color: var(--quiet); font-size: .8rem; } .meta .app { color: inherit; padding: 0 .3rem; border-radius: 3px; background: var(--line); font-size: .68rem; font-weight: 600; }
  .thread { margin-left: 3.25rem; } .thread > summary { margin: 0 1rem .15rem .75rem; width: fit-content; padding: .15rem .5rem; border-radius: 6px; color: var(--link); font-size: .85rem; font-weight: 600; cursor: pointer; } .thread > summary:hover { background: var(--soft); }
  .thread > div { border-left: 2px solid var(--line); margin-left: 1rem; } .thread article { padding-left: 3.5rem; } .thread .face { width: 1.75rem; height: 1.75rem; left: .9rem; font-size: .75rem; }
  .act > summary { position: absolute; top: .2rem; list-style: none; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#fff, #2a2a2d); font-size: .8rem; cursor: pointer; opacity: 0; } .act > summary::-webkit-details-marker { display: none; }
  .act > summary:hover { border-color: var(--link); } article:is(:hover, :focus-within, :target, :has(:target)) .act > summary, .act[open] > summary { opacity: 1; }
  .reply > summary { right: 8.4rem; } .edit > summary { right: 4.6rem; } .more > summary { right: 1rem; } .act[open] > summary { border-color: var(--link); color: var(--link); }
  article:has(.edit[open]) > pre { display: none; } .act > :not(summary) { margin-top: .4rem; }
  .more > div { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; } form { margin: 0; } .buttons { margin-top: .35rem; }
  textarea, input[type=text] { font: inherit; background: light-dark(#fff, #1c1c1f); } textarea:target { scroll-margin: 30vh; } select { font: inherit; font-size: .85rem; padding: .3rem; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#fff, #1c1c1f); color: inherit; max-width: 100%; }
  button { margin: .25rem .25rem .25rem 0; } button.main { background: light-dark(#1f6b4f, #257556); border-color: transparent; color: #fff; }
  .sign { font-size: 0; } pre code { padding: .05em .3em; border: 1px solid var(--line); border-radius: 4px; background: var(--soft); }
  .row { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; justify-content: space-between; margin-top: .3rem; }
  .write { padding: .6rem 1rem .9rem; border-top: 1px solid var(--line); }
  .only { margin: .25rem 1rem .25rem 4rem; padding: .4rem .75rem; border: 1px dashed var(--line); border-left-width: 1px; border-radius: 8px; background: none; } .only p { margin: 0; color: var(--quiet); font-size: .8rem; }
  .told { margin: 0; padding: .5rem 1rem; border: 0; background: var(--mark); }
  dialog { position: fixed; inset: 0; z-index: 5; margin: auto; width: min(34rem, calc(100% - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto; box-sizing: border-box; color: inherit; background: light-dark(#fff, #232326); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 0 0 100vmax rgb(0 0 0 / .35); }
  dialog h2 { margin-top: 0; }
  @media (max-width: 44rem) { body { grid-template-columns: minmax(0, 1fr); } .side { display: none; } header span { display: none; } .thread { margin-left: 1.5rem; } button, select, .act > summary { min-height: 2.75rem; } .act > summary { display: grid; place-items: center; box-sizing: border-box; } }
  @media (hover: none) { .told a, .more a { display: inline-grid; place-items: center; min-height: 2.75rem; } .act > summary { min-width: 2.75rem; justify-content: start; position: static; display: inline-grid; opacity: 1; border-color: transparent; padding-left: 0; background: none; color: var(--quiet); } .act { display: inline-block; margin-right: .5rem; } .act[open] { display: block; } article:has(.act[open]) .act:not([open]) { display: none; } }
  @media (min-width: 44.01rem) { .all { display: none; } }
</style>`;
