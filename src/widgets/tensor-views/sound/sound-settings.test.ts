import { expect, test } from 'vitest';
import { playedChannels, soundChoice } from './sound-settings.ts';

test('settings from elsewhere choose only what can be', () => {
  const none = { rate: undefined, samples: undefined, scale: undefined, channel: undefined };
  expect(soundChoice({})).toEqual(none);
  expect(soundChoice({ rate: 0, samples: 'up', scale: 7, channel: -1 })).toEqual(none);
  expect(soundChoice({ rate: 16_000.5, channel: 'some' })).toEqual(none);
  const all = { rate: 8000, samples: 'rows', scale: 'peak', channel: 3 };
  expect(soundChoice(all)).toEqual(all);
});

test('one or two channels play together, of more the first one alone, or as chosen', () => {
  expect(playedChannels(2, undefined)).toEqual({ first: 0, count: 2 });
  expect(playedChannels(6, undefined)).toEqual({ first: 0, count: 1 });
  expect(playedChannels(6, 'all')).toEqual({ first: 0, count: 6 });
  expect(playedChannels(6, 5)).toEqual({ first: 5, count: 1 });
  expect(playedChannels(6, 6)).toEqual({ first: 0, count: 1 });
});
