import { line, SOUND, withFiles } from './carton-examples.ts';
import { type DocumentSection, factIn, inPackage } from './row.ts';

/** The fields at the top of carton.toml. */
export const HEAD_ROWS: DocumentSection = {
  heading: 'carton.toml',
  rows: [
    {
      defines: 'It is a TOML file.',
      shown: { where: 'Files, `carton.toml`; Overview', in: SOUND, by: inPackage(({ title }) => title), gives: 'doc' },
      checked: [
        { code: 'toml/syntax', in: withFiles({ 'carton.toml': 'spec_version = ' }) },
        { code: 'carton/toml-missing', in: withFiles({ 'carton.toml': undefined }) },
      ],
    },
    {
      defines: '`spec_version` is a number, the version of the format. It is currently 1.',
      shown: { where: 'Overview, “Format version”', in: SOUND, by: factIn('Format version'), gives: '1' },
      checked: [
        { code: 'schema/missing-field', in: line('spec_version = 1', '') },
        { code: 'schema/wrong-type', in: line('spec_version = 1', 'spec_version = "1"') },
        { code: 'schema/spec-version', in: line('spec_version = 1', 'spec_version = 2') },
      ],
      edited: {
        where: 'Problems, “Set the format version to 1”',
        in: line('spec_version = 1', 'spec_version = 2'),
        set: 'spec_version=1',
        by: factIn('Format version'),
        gives: '1',
      },
    },
    {
      defines: '`model_name` (optional, highly recommended) is the name of the model.',
      shown: { where: 'the heading', in: SOUND, by: inPackage(({ title }) => title), gives: 'doc' },
      checked: [{ code: 'schema/wrong-type', in: line('model_name = "doc"', 'model_name = 1') }],
      edited: {
        where: 'Edit, “Model name”',
        in: SOUND,
        set: 'model_name=other',
        by: inPackage(({ title }) => title),
        gives: 'other',
      },
    },
    {
      defines: '`short_description` (optional) should be less than or equal to 100 characters.',
      shown: { where: 'below the heading', in: SOUND, by: inPackage(({ summary }) => summary), gives: 'Short.' },
      checked: [
        {
          code: 'meta/short-description',
          in: line('short_description = "Short."', `short_description = "${'x'.repeat(101)}"`),
        },
      ],
      edited: {
        where: 'Edit, “Short description”',
        in: SOUND,
        set: 'short_description=Other.',
        by: inPackage(({ summary }) => summary),
        gives: 'Other.',
      },
    },
    {
      defines: '`model_description` (optional) can use Markdown, but should not use arbitrary HTML.',
      shown: {
        where: 'Overview',
        in: SOUND,
        by: inPackage(({ description }) => description),
        gives: 'See ![](@misc/a.png).',
      },
      checked: [
        {
          code: 'meta/html',
          in: line('model_description = "See ![](@misc/a.png)."', 'model_description = "<b>See</b>"'),
        },
      ],
      edited: {
        where: 'Edit, “Description”',
        in: SOUND,
        set: 'model_description=**New**',
        by: inPackage(({ description }) => description),
        gives: '**New**',
      },
    },
    {
      defines:
        'Paths of its images and links must be complete https URLs, or refer to a file in `misc` (`@misc/file.png`).',
      checked: [
        {
          code: 'meta/address',
          in: line('model_description = "See ![](@misc/a.png)."', 'model_description = "![](a.png)"'),
        },
        {
          code: 'meta/image-http',
          in: line(
            'model_description = "See ![](@misc/a.png)."',
            'model_description = "![](http://example.com/a.png)"',
          ),
        },
        {
          code: 'meta/misc-missing',
          in: line('model_description = "See ![](@misc/a.png)."', 'model_description = "![](@misc/b.png)"'),
        },
      ],
    },
    {
      defines: '`license` (optional) should be an SPDX expression. It can be something else if none applies.',
      shown: { where: 'Overview, “License”', in: SOUND, by: factIn('License'), gives: 'Apache-2.0' },
      checked: [{ code: 'meta/license', in: line('license = "Apache-2.0"', 'license = "mine alone"') }],
      edited: { where: 'Edit, “License”', in: SOUND, set: 'license=MIT', by: factIn('License'), gives: 'MIT' },
    },
    {
      defines: '`repository` (optional) is a URL of the repository with the packing code.',
      shown: {
        where: 'Overview, “Repository”',
        in: SOUND,
        by: factIn('Repository'),
        gives: 'https://example.com/repository',
      },
      checked: [
        { code: 'meta/url', in: line('repository = "https://example.com/repository"', 'repository = "example.com"') },
      ],
      edited: {
        where: 'Edit, “Repository”',
        in: SOUND,
        set: 'repository=https://example.com/other',
        by: factIn('Repository'),
        gives: 'https://example.com/other',
      },
    },
    {
      defines: '`homepage` (optional) is a URL of the model’s homepage.',
      shown: { where: 'Overview, “Homepage”', in: SOUND, by: factIn('Homepage'), gives: 'https://example.com' },
      checked: [{ code: 'meta/url', in: line('homepage = "https://example.com"', 'homepage = "example.com"') }],
      edited: {
        where: 'Edit, “Homepage”',
        in: SOUND,
        set: 'homepage=https://example.com/home',
        by: factIn('Homepage'),
        gives: 'https://example.com/home',
      },
    },
    {
      defines:
        '`required_platforms` (optional) is a list of target triples. If it is empty or missing, all platforms are fine.',
      shown: {
        where: 'Overview, “Required platforms”',
        in: SOUND,
        by: factIn('Required platforms'),
        gives: 'x86_64-unknown-linux-gnu, aarch64-apple-darwin',
      },
      checked: [
        {
          code: 'schema/platform',
          in: line(
            'required_platforms = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin"]',
            'required_platforms = ["linux"]',
          ),
        },
      ],
      edited: {
        where: 'Edit, “Required platforms”',
        in: SOUND,
        set: 'required_platforms=["aarch64-unknown-linux-gnu"]',
        by: factIn('Required platforms'),
        gives: 'aarch64-unknown-linux-gnu',
      },
    },
  ],
};
