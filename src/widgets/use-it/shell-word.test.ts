import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test.each(["a'; rm -rf ~; '.tar", '$(x).tar', '-rf.tar', 'a b\n.tar', 'ä.tar', '', '`id`', '!!', '~', 'a=b', '*'])(
  'a shell takes %j for one word',
  (name) => {
    const told = execFileSync('sh', ['-c', `printf '<%s>' ${shellWord(name)}`], { encoding: 'utf8' });
    expect(told).toBe(`<${name}>`);
  },
);
