import { inflateRawSync } from 'node:zlib';

const unpacked = (lines: readonly string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(inflateRawSync(Buffer.from(lines.join(''), 'base64')));

/**
 * What PyTorch 1.13 saves of `w`, a matrix of 3 × 4 with the numbers from 0 on, `t`, another one transposed, `h`, two
 * ones of bfloat16, `i`, the whole number 5, and `v`, the second row of `w`.
 */
export const TORCH_ARCHIVE = unpacked([
  'xZTNThNRFMf/89GhjKCIiAgK+N0q0K/oTmkbUxeXxFI1ATZNnY6dxmaGM72tbjDdtAkvYFwZ9+58AuMLGN7A99CFzJ1paQsUd95kMjP3/n//c+',
  '45NzfPFBUIh3Fs6JiDHSuXeGlt920tl53BzgmjJe8RIlsSgHckGdxxDWut2ODVWl0vuubrRrVWLnLTrjtusZnUSY5EtsYA1LnjliomKT6i52pO',
  'ib/wJ3VShWGcQlsKAGO3QRqb4DS2ycAUpnYozFQmdWh83zCcWs00eNWx6/pzt2y6Zvlp1eA66dECneM0UaBJ4cbpvCVHIpZi+e4JumAJ1ynPVW',
  'VKhy4yyTOf3rc8+BKnmQJdFmKLZn04SDcr8k086mV8RciSNGdpTOZ01fOU2zTPpDYt+H7XOF0v0KIQVmlpwG/DsSs9r2UhSdENS2MSp5ubDNGo',
  '73GL0+0C3RGCJt3tbsgK+Vu5t8lUprYp4oUNkPucHhRopbGWZ2Phbw+3P36VAO/Jn9r6MJaC1sfiuezCiY0Phg+01gGkgXQaaKWBL4ff39PAr8',
  'N/ZICpDLCcAeIZL4n3e2+exL3+YnQS890kErnsLP5j/OTp8VvrrXXP88+Hn7YKQD3DU+t6pnJZGTs7oWDF85g8+LEaFqpRHuPIwI41Tbdedexc',
  '9vGo7pw9UroX+eBz5ZUMQBaRJVnkGsTuPzL6sWyObohhrr/Kg9v4LaF3vP6dask9KjFM9Vd/qGRKj0oOU/31HqReHlGpYaq/VuMD1CdBBZ3JM0',
  '1bCRYWldWeSBt6P5P897TaPQiadz9iOzgZkpgLaT6jCb2v/Qs=',
]);

/** The same as PyTorch before 1.6 writes it. */
export const TORCH_FILE = unpacked([
  'ndHLbtNAFAbg47GTUJNCuFOu4e5wiZIQkrJKglA30wZiNt4gKzij2Mjy5NgnQSBV8iYR5RlYsOQxeBS2fQQkFtR22tKyYzYztnS+c/6ZmH3R/d',
  '9fN36V339/vVaN2dauWo3ZNoJhlQBgEkqSjvTtmQgjTwaobO2q1ioA+B6RL2wRjLxhgOyzpQMAfZwIO/I+iQjVbdQMKwcAkStDwhxnlgoAXkCY',
  '55qlJYYMxljg2nS631MBgA+oOCRDx63aU/L8SLdD8W7q+SObRBDJ0J41dGSGYRUSnGQ4HAtUsxJ9w5dDepP91FGzVgCg3m43n9Xb9Qbm0hGcyR',
  'TzvNgnLAw4cJVrCzzBNa4scGXHcaTvC4c8GUT6q3AkQjF66Tmko14x8SRh0cTVdE7CUy4zDFd1D9u0ak9rTTztZnwp4TWuLvAMV5IuZ3fcRDlH',
  'eN7EC6ni4sVMWQZ4kSaotw4yXDrMUKu1mnjZzXPWJ1xLcDbHK1yZ49UMvkZ43cQbKezhzSPwpgzGB2h5H33eWF+vt/CWm+dKn/D2gEOlkmF3CO',
  '+aeC/FZnj/n6zZlT5YZjUGXOPaHCvJOA8z4RHhYxOfJK/7Nnndo0GUYxI7dovqsRk1UWWQrbgTd4rw94o7ANAF6HYB4i7At73zjy7Az71v6AGU',
  'egDlHkCt9791yrIit9z/AA==',
]);

/** A linear layer of 2 × 2, as `torch.jit.save` writes it. */
export const TORCH_SCRIPT = unpacked([
  'C/BmZmFg4OBgwACcDJIMJcX6KYklifoGbk6iDFHYQKbGtn32a/PtCuuF7fWqOO0DvNk5Vp+89EuAgYEBhAPwmG8JN9/QzckUu/mEwMMP/PsnlI',
  'rtA9kr03vnE8giDrz2cjPYw+zVK8jOcXOyJs9mCGhgSo6PL8kvSs6Ij9cD03p5eXq5+SmlOanFejmZeamJRVw+EKqQQbOxViOCjYGBoTw1Mz2j',
  'pJAxGaIlvrQkM6eYK74oNak0MyclviQ1rzi/KL7MiKuQSUMjgp2BgaG4JL8oMT21kBmihcstJz+xJBgiyFXIEsHIwMBgUMgawczAwJBcUFrI5s',
  '1SEljI7s2g4c3kzVQCIhlLOpKT83NyUpNLMvPzirn8i1JSi1JTXDKTS7gKOTSDSoIKOSNYGBgYkjITiwu5Mpg0NDKYMyBGGxZyZ7B5M5UEFvKA',
  'jSzRABmXAdHFGwEK55KixMy8zLz0Qr6OCDEGBob4zOL4tNKcnPikxOTs8sSilPiM/PzsQn6/0qRCAT1QhOl8mGRsycjAAMKgCBNh4MASYzoMuq',
  'AIS85PSdWHh7U+mNbPy9OHhrU+JKz1CirdnDSJj9HagN15hw147nwWbVGXLjAtMZnQN/eW380mhwm5WmKLAtrkOH59X5qx/cWUzid3P/6YsceT',
  '005mYefb9Bndx/MsGDL2zsp4N8NQbe1DjufPGt/terKsPa1ErXBPR57OtX+dWlteJjQIB3FNnLjqf/zzDBnLXUZmbQ9W93rfEnv/NWPZ7cNHIv',
  'UV78z4z9Wy/L1o5GOPaJOdLmvS3vf12FufEp/3+1SJxk9N+8Ws0kmm+cJV1h/eWR7JvBjlGeLySk/e49Rp5yvfps/b/frH1if3la0qKm9fdrzx',
  '94VySPbWUKcTb61jihmVP81iuX0jN0z739+8K97x5T8YQWE+76iC/FsGBob5eMPcjEGfpDDXS0lNKk2PB+cnbVLyk63Paa/DDiJzl9h9ZtVLn+',
  'k0WzCmI1ZDNEc3WSTpQI7KE8PMY32TzyhP0WMp/yxet3pyRPWOgnd7n398qybO0HDUW+Tc4y+5ovbL1hduqYpb9vHPv5eODPYbjQT8ijI5o6Ys',
  'aQpV3j5Tp9Y1wrRxyva58w7OKLh6wnDOvXfXZ6rfeVIl/1qx851Ke3dDoJ/RS/6DnG+im3QXvv71/0TmsmPzJFTNzXqtVAUXW2aV78r7Iaq18t',
  'JlM22zm7M0lkhHXuko/nJziuzm/v2fFtztVNbtM9Rgc//gWDph25YbBo+eyqameu1M23ZKWP3fbv+SFkY2tzl8Kep/il7FHeQrM3zxVVDMbc5D',
  '6z0mNwwf9gfLn3GbM/uBOChubFT9F3IyMjD4MuIrwAQgBWdyfl5xSWJeSTGkFCOz/Gxg0gRnxVx9znBQ1mfBW3ZyMbCArC5LLSrOzM9zc2JgMO',
  'YC6b44Lz2UiYGBgQmsmxFEwfUj1wacGCbCaxh0bciFOaq2BCRthujakIsUbhRtNxDaQCEG0YhI/cj5QgdFYycTA0l5Ad1k5Fg1QzH5LzMDmbkM',
  '3dvI0SeAYsdMVgaM1IKuGzn6uFB0i7AxIEV4gDcbGyxs5Jh14arY0ejbjBA6iA1CB3izgaV0ofYxgsVY2SB62MHqIWoB',
]);

/** A whole linear layer of 2 × 2, as `torch.save` writes it. */
export const TORCH_MODULE = unpacked([
  'nVTPTxNBFH7dllK2RX6oFQHB3xaFlgIqoIakMb2swVpjsjEx63Z32t2w7PbtzsJFE4zhhwcvnjQmxkRP3r3CTc/+DZ40evdoZrbQpRUOvmQzmf',
  'd93/tm3s5MSYrGABIJaIsUpGHZ0XO6StVsfckqFvrhYVusCRp1XM3I2nZ22dF9i3hZy7SJ6op3ggFh7BlGnqKQkZkLdVXTNu0aRrfkJAAoddVV',
  'lwklrocxTXMsi2jUdGxPvOvqxCX6bVOjInaMlTGekeMAsErMmkGxs2Gs+NS0PFFxScU3Lb1ZT8TEARRKbM9xlZUpEbsyGbkTADzquGqNoBhIxK',
  'LlqPR+kBQxKUcAYBJTchQAtLqP3VKM4pF7EkiCJGxgjyRIkQ3sfWGwhfZR7C/j0S0+ObaJx8uYlmMAUDFVD08YCaMrkzFEIyibxwGjWxIonuTl',
  '1nFQiqzjUFBqmOKpMo4EpUY38XQZz/i8kUrFr1ZZ185y7Jw8xJK2Yyt14nqmR4lNdzmKRyie1xSF7Z+atqKIHqEiXniEF9fxUhkzcg8vqWpLq6',
  'qrK4bjLHk4xitfltMMMz2l6lvWfg5eWZSPMLTquCHhOBdOyP1hqO6SBpzlcE7uY7BHVUoU3dRoA53kaF4eZKjlqHqY0iwyxWnTwbbbaI63W26G',
  '864GPWscUbzGk9f5CTRtpUpU6rvEw1lJkFMA4Pi0mZyTBL+SLUmdiZu/hl/+FADYVzrw5ogwsndzcpPFwuA/7s1ufP44ujB3K7Pz5PmH7Tc/cj',
  'vMZa3vz9teAGDfYS6zTZd8sTBziMvB8Xjxy3Z6/tM28/36OvabGSUO9U3CAvddYafMsYuFG/9l3IhpkTl/e1d7IACAwJ0jbNjzDvc81baa8AvV',
  'qgz3Udynmo9C6A+16sJ92K97H9blW3XhXST36QZiEO5ZSYrHxxvQSHRijxZrGb83xleNREmKs7cK/I5gHuG5jnigiXF+wP0L',
]);

/**
 * A tar of the first versions of PyTorch, which `torch.load` of 1.13 reads: `w` and `t` as above, `i`, the whole
 * numbers 5 and 7, and `v`, elements 1 and 2 of a view of the storage of `w` that begins with its element 4.
 */
export const TORCH_TAR = unpacked([
  '7ZfBattAEIZ3V+s4FS3kEXJ0L0a2FefYBkov21LS5KBLMEJeO0uF1qNdp6QQyC19jD5KH6XHPkbHshJiGZNe4gQyHx798kj7a7H0i7W7dCNTTCx7RCJk',
  'GMeVIk2NesO7Y3X/8KDfZ/sR2wJz59MSL8leJtfiClgn2cPdWWm9zWw+utClM7YA/vlvkLzBI7nxPtcjXYxNWoD4mYTY9JczPXLmh3YQXIHsJC1sunNb',
  'emgpkQT4zRQedpRM5MLDFlNoKzmfdxnxbJiZ7FuuH/caD+b/IGrmvzcYUP63k/8MI5/rzGPiXfilHOtSjz+YzIfA3n4F3kk4nvYdRKU9CI6rHQ+y0j60',
  'lg0DO5UOoL1sXMBupTG8OqbMP1e8Lpwt3ZPmP47X8j8YUv63lH8lu7jhCl8BtszOw4+5Tf1p9VjgK+AGeFfU5wa1yobydU/xH3ayYcsb/Xt2gZrUdp9w',
  'GbHidjtKbJ6MVNONk9k0nL+Q++/wh0mn2j1l/vvDw/X1f0z531L+xSL/ulqwZ7M5sPtZOVk+HiHwGxDd16tD3+HmPX6wrrF+Yf3G+oPFjhjbw9rHio7Q',
  'f7Lmv0jyqv1tBlu1tu/meIb/UdRUaYzyrgee0nKCIAiCIAiCIAiCIAiCIAiCIAhiE/8A',
]);
