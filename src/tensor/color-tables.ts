/**
 * Red, green and blue of 256 colors from the lowest value to the highest, a byte each, in base64. viridis, magma and
 * cividis are those of matplotlib: even in lightness, and read alike by the color-blind. The diverging one is
 * ColorBrewer's from blue over white to red.
 */
export const COLOR_TABLES = {
  viridis:
    'RAFURAJWRQRXRQVZRgdaRghcRgpdRgteRw1gRw5hRxBjRxFkRxNlSBRnSBZoSBdpSBhqSBpsSBttSBxuSB1vSB9wSCBxSCFzSCN0SCR1SCV2SC' +
    'Z3SCh4SCl5Ryp6Ryx6Ry17Ry58Ry99RjB+RjJ+RjN/RjSARTWBRTeBRTiCRDmDRDqDRDuEQz2EQz6FQj+FQkCGQkGGQUKHQUSHQEWIQEaIP0eI' +
    'P0iJPkmJPkqJPkyKPU2KPU6KPE+KPFCLO1GLO1KLOlOLOlSMOVWMOVaMOFiMOFmMN1qMN1uNNlyNNl2NNV6NNV+NNGCNNGGNM2KNM2ONMmSOMm' +
    'WOMWaOMWeOMWiOMGmOMGqOL2uOL2yOLm2OLm6OLm+OLXCOLXGOLHGOLHKOLHOOK3SOK3WOKnaOKneOKniOKXmOKXqOKXuOKHyOKH2OJ36OJ3+O' +
    'J4COJoGOJoKOJoKOJYOOJYSOJYWOJIaOJIeOI4iOI4mOI4qNIouNIoyNIo2NIY6NIY+NIZCNIZGMIJKMIJKMIJOMH5SMH5WLH5aLH5eLH5iLH5' +
    'mKH5qKHpuKHpyJHp2JH56JH5+IH6CIH6GIH6GHH6KHIKOGIKSGIaWFIaaFIqeFIqiEI6mDJKqDJauCJayCJq2BJ62BKK6AKa9/KrB/LLF+LbJ9' +
    'LrN8L7R8MbV7MrZ6NLZ5Nbd5N7h4OLl3Orp2O7t1Pbx0P7xzQL1yQr5xRL9wRsBvSMFuSsFtTMJsTsNrUMRqUsVpVMVoVsZnWMdlWshkXMhjXs' +
    'liYMpgY8tfZcteZ8xcac1bbM1abs5YcM9Xc9BWddBUd9FTetFRfNJQf9NOgdNNhNRLhtVJidVIi9ZGjtZFkNdDk9dBldhAmNg+m9k8ndk7oNo5' +
    'oto3pds2qNs0qtwyrdwwsN0vst0ttd4ruN4put4ovd8mwN8lwt8jxeAhyOAgyuEfzeEd0OEc0uIb1eIa2OIZ2uMZ3eMY3+MY4uQY5eQZ5+QZ6u' +
    'Ua7OUb7+Uc8eUd9OYe9uYg+OYh++cj/ecl',
  magma:
    'AAAEAQAFAQEGAQEIAgEJAgILAgINAwMPAwMSBAQUBQQWBgUYBgUaBwYcCAceCQcgCggiCwkkDAkmDQopDgsrEAstEQwvEg0xEw00FA42FQ44Fg' +
    '87GA89GRA/GhBCHBBEHRFHHhFJIBFLIRFOIhFQJBJTJRJVJxJYKRFaKhFcLBFfLRFhLxFjMRFlMxBnNBBpNhBrOBBsOQ9uOw9wPQ9xPw9yQA90' +
    'Qg91RA92RRB3RxB4SRB4ShB5TBF6ThF7TxJ7URJ8UhN8VBN9VhR9VxV+WRV+WhZ+XBZ/XRd/Xxh/YBiAYhmAZBqAZRqAZxuAaByBahyBax2BbR' +
    '2Bbh6BcB+Bch+BcyCBdSGBdiGBeCKBeSKCeyOCfCOCfiSCgCWCgSWBgyaBhCaBhieBiCeBiSiBiymBjCmBjiqBkCqBkSuBkyuAlCyAliyAmC2A' +
    'mS2Amy5/nC5/ni9/oC9/oTB+ozB+pTF+pjF9qDJ9qjN9qzN8rTR8rjR7sDV7sjV7szZ6tTZ6tzd5uDd5ujh4vDl4vTl3vzp3wDp2wjt1xDx1xT' +
    'x0xz1zyD5zyj5yzD9xzUBxz0Bw0EFv0kJv00Nu1URt1kVs2EVs2UZr20dq3Ehp3klo30po4Exn4k1m405l5E9k5VBk51Jj6FNi6VRi6lZh61dg' +
    '7Fhg7Vpf7lte711e8F9e8WBd8mJd8mRc82Vc9Gdc9Glc9Wtc9mxc9m5c93Bc93Jc+HRc+HZc+Xhd+Xld+Xtd+n1e+n9e+oFf+4Nf+4Vg+4dh/I' +
    'lh/Ipi/Ixj/I5k/JBl/ZJm/ZRn/ZZo/Zhp/Zpq/Ztr/p1s/p9t/qFu/qNv/qVx/qdy/qlz/qp0/qx2/q53/rB4/rJ6/rR7/rZ8/rd+/rl//ruB' +
    '/r2C/r+E/sGF/sKH/sSI/saK/siM/sqN/syP/s2Q/s+S/tGU/tOV/tWX/teZ/tia/dqc/dye/d6g/eCh/eKj/eOl/eWn/eep/emq/eus/Oyu/O' +
    '6w/PCy/PK0/PS2/Pa4/Pe5/Pm7/Pu9/P2/',
  cividis:
    'ACBRACFTACJVACNWACNYACRZACVaACVcACZdACdeACdfAChgAClhACliACpjACtkAStlAixlAy1mBC1nBS5nBS9oBjBpBzBpCDFqCTJqCzJqDD' +
    'NrDTRrDjRrDzVsEDZsEjdsEzdtFDhtFTltFzltGDptGTttGjttHDxuHT1uHj5uID5uIT9uI0BuJEBuJUFuJ0JuKENuKUNuK0RuLEVuLkVuL0Zu' +
    'MEduMkhuM0huNEluNkpuN0puOUtuOkxuO01uPU1uPk5uP09uQU9uQlBuQ1FtRFJtRlJtR1NtSFRtSlRtS1VtTFZtTVdtTlduUFhuUVluUlluU1' +
    'puVFtuVlxuV1xuWF1uWV5uWl5uW19uXGBuXWFuXmFuYGJuYWNvYmRvY2RvZGVvZWZvZmZvZ2dvaGhwaWlwamlwa2pwbGtwbWxwbWxxbm1xb25x' +
    'cG9xcW9xcnBxc3FydHFydXJydnNydnRyd3RzeHVzeXZzendze3d0e3h0fHl0fXp0fnp0f3t1gHx1gH11gX11gn51g392hIB2hYB2hYF2hoJ2h4' +
    'N2iIR3iYR3iYV3ioZ3i4d3jId3jYh3jol4jop4j4p4kIt4kYx4ko14k454k454lI94lZB4lpF4l5J4mJJ4mZN4mpR4m5V4m5Z4nJZ4nZd4nph4' +
    'n5l4oJp4oZp4opt4o5x4pJ14pZ53pp53p593qKB3qaF3qqJ2q6N2rKN2raR2rqV1r6Z1sKd1sqh0s6h0tKl0tapztqtzt6xyuK1yuq5yu65xvK' +
    '9xvbBwvrFwv7JvwbNvwrRuw7VtxLVtxbZsx7dsyLhryblqyrpqzLtpzbxozrxoz71n0b5m0r9m08Bl1MFk1sJj18Nj2MRi2cVh28Zg3MZg3cdf' +
    '3she4Mld4cpc4stc48xb5M1a5s5Z589Y6NBY6dFX6tJW69NV7NRU7dRT7tVT8NZS8ddR8dhQ8tlQ89pP9NtO9dxN9t1N995M+N9L+OBL+eFK+u' +
    'JJ+uNJ++RI++VI/OZH/OdG/ehG/elG/epF',
  diverging:
    'BTBhBjJkBzRnCDZqCThtCjtwDD1zDT91DkF4D0N7EEV+EUeBEkmDE0uGFU2JFk+LF1KOGFSQGVaTGliVG1qYHVyaHl6cH2CeIGKgIWSiI2WkJG' +
    'emJWmoJmuqKG2rKW+tKnGuLHOwLXWxLnayMHi0MXq1M3y2NH63NoC5N4G6OYO7O4W8PYe9Pom+QIu/QozARI7BRpDCSJLDS5TETZbFT5jGUZnH' +
    'VJvIVp3JWZ/KW6HLXqPMYaXNZKfOZqjPaarQbKzRb67ScbDTdLLUd7PVerXWfbfXgLnXg7vYhbzZiL7ai8DbjsHckcPdk8TelsbfmcfgnMngns' +
    'rhoczio83jps/jqdDkq9HlrtPmsNTmstXntdfot9joutnpvNrqvtvqwNzrwt3sxd/sx+DtyeHty+LuzePuz+Tv0eXv0+bw1Obw1ufw2Ojx2unx' +
    '2+rx3ery3+vy4Ozy4uzy4+3y5e3y5u7y5+7y6e/y6u/y6+/x7O/x7fDx7vDw7/Dw8PDv8e/u8u/t8+/t9O/s9O7r9e7p9u3o9u3n9+zm9+vk+O' +
    'rj+Orh+eng+eje+efc+uba+uXY+uPX+uLV+uHT+uDR+t7P+93M+9vK+9rI+9jG+9fE+tXB+tO/+tK8+tC6+s64+sy1+sqz+cmw+ceu+cWr+MOp' +
    '+MGm+L+k972h97qf9ric9raa9bSX9bKV9K+S9K2Q86uN8qiL8qaI8aSG8KGD75+B7px/7pp87Zd67JV465J26pBz6Y1x6Itv54ht5oVr5YNp5I' +
    'Bn4n1l4Xtj4Hhh33Vf3nNd3XBb221Z2mtX2WhV2GVU1mJS1V9Q1F1O0lpN0VdL0FRKzlJIzU9GzExFyklDyUdCx0RBxkE/xD8+wzw9wTo7vzc6' +
    'vjU5vDI4ujA2uC41tys0tSkzsycysSUxryMwrSEvqh8uqB0tphwtpBosoRgrnxcqnBUpmhQplxIolBEnkhAnjw8mjA0migwlhwskhAokgQkjfg' +
    'gjewcieQYidgUhcwQhcAMgbQIgagEfZwAf',
} as const;
