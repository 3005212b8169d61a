/** Owns what the player's decisions are sent as, each about the message that is on the screen (docs/protocol.md). */

const BODIES = {
  act: ({ match, acts }, action) => ({ match, seen: acts, action }),
  next: ({ view }) => ({ hand: view.hand }),
  undo: ({ match, acts }) => ({ match, seen: acts }),
  claim: ({ match, acts }) => ({ match, seen: acts }),
  again: ({ match }) => ({ match }),
};

/** The request `type` about `message`, without its id; `action` is the act itself. */
export const requestFor = (type, message, action = null) => ({ type, ...BODIES[type](message, action) });
