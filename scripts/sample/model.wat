;; The model of main.py for Carton's wasm runner. scripts/sample/wasm-model.ts fills in the numbers and makes the
;; component. Numbers are computed with 64 bits, in the order of model.ts.
;;
;; Addresses, in bytes:
;;    512  names
;;   1024  64 directions, each x and y of 64 bits
;;   2048  weights of 32 bits: hidden 32 × 64, hidden bias 32, out 3 × 32, out bias 3
;;  11264  contour of the picture, 64 × 64 bits
;;  11776  hidden units, 32 × 64 bits
;;  12032  scores, 3 × 64 bits
;;  12288  the result: address and length of the list
;;  12304  its three tensors, 32 bytes each: name, kind, buffer, element type, shape
;;  12544  shapes, 64 bits each: number of pictures and 3, number of pictures, number of pictures and 64
;;  16384  what is given to the model, and what it gives
(module
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 16384))

  (data (i32.const 512) "image...temperature.probability.label...contour.circle..square..triangle")
  (data (i32.const 1024) "{{directions}}")
  (data (i32.const 2048) "{{weights}}")
  ;; The tensors, but for their buffers: float32, text and float32.
  (data (i32.const 12304)
    "\14\02\00\00\0b\00\00\00\00\00\00\00" "\00\00\00\00\00\00\00\00" "\00\00\00\00\00\31\00\00\02\00\00\00"
    "\20\02\00\00\05\00\00\00\01\00\00\00" "\00\00\00\00\00\00\00\00" "\10\31\00\00\01\00\00\00\00\00\00\00"
    "\28\02\00\00\07\00\00\00\00\00\00\00" "\00\00\00\00\00\00\00\00" "\00\00\00\00\18\31\00\00\02\00\00\00")

  ;; Takes bytes after those taken before. What is taken is given back all at once, after the result was read.
  (func $take (export "cabi_realloc")
    (param $old i32) (param $size i32) (param $align i32) (param $new i32) (result i32)
    (local $at i32)
    (local $pages i32)
    (local.set $at (i32.and
      (i32.add (global.get $heap) (i32.sub (local.get $align) (i32.const 1)))
      (i32.sub (i32.const 0) (local.get $align))))
    (global.set $heap (i32.add (local.get $at) (local.get $new)))
    (if (i32.lt_u (global.get $heap) (local.get $at)) (then unreachable))
    (local.set $pages (i32.sub
      (i32.shr_u (i32.add (global.get $heap) (i32.const 65535)) (i32.const 16))
      (memory.size)))
    (if (i32.gt_s (local.get $pages) (i32.const 0))
      (then (if (i32.eq (memory.grow (local.get $pages)) (i32.const -1)) (then unreachable))))
    (memory.copy (local.get $at) (local.get $old)
      (select (local.get $size) (local.get $new) (i32.lt_u (local.get $size) (local.get $new))))
    (local.get $at))

  (func (export "cabi_post_infer") (param i32)
    (global.set $heap (i32.const 16384)))

  ;; Whether a tensor has this name, and numbers of type float32.
  (func $is (param $tensor i32) (param $name i32) (param $length i32) (result i32)
    (local $i i32)
    (if (i32.ne (i32.load offset=4 (local.get $tensor)) (local.get $length)) (then (return (i32.const 0))))
    (loop $next
      (if (i32.ne
            (i32.load8_u (i32.add (i32.load (local.get $tensor)) (local.get $i)))
            (i32.load8_u (i32.add (local.get $name) (local.get $i))))
        (then (return (i32.const 0))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $length))))
    (if (i32.load8_u offset=8 (local.get $tensor)) (then unreachable))
    (if (i32.load8_u offset=20 (local.get $tensor)) (then unreachable))
    (i32.const 1))

  (func (export "infer") (param $tensor i32) (param $count i32) (result i32)
    (local $pixels i32)
    (local $pictures i32)
    (local $temperature f64)
    (local $probability i32)
    (local $label i32)
    (local $contour i32)
    (block $read
      (loop $next
        (br_if $read (i32.eqz (local.get $count)))
        (if (call $is (local.get $tensor) (i32.const 512) (i32.const 5))
          (then
            (local.set $pixels (i32.load offset=12 (local.get $tensor)))
            (local.set $pictures (call $pictures (local.get $tensor)))))
        (if (call $is (local.get $tensor) (i32.const 520) (i32.const 11))
          (then
            (if (i32.ne (i32.load offset=16 (local.get $tensor)) (i32.const 4)) (then unreachable))
            (local.set $temperature (f64.promote_f32 (f32.load (i32.load offset=12 (local.get $tensor)))))))
        (local.set $tensor (i32.add (local.get $tensor) (i32.const 32)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    ;; Without a picture or a temperature there is nothing to say.
    (if (i32.eqz (local.get $pixels)) (then unreachable))
    (if (f64.eq (local.get $temperature) (f64.const 0)) (then unreachable))

    (local.set $probability (call $buffer (i32.const 12304) (i32.const 12) (local.get $pictures) (i32.const 12)))
    (local.set $label (call $buffer (i32.const 12336) (i32.const 8) (local.get $pictures) (i32.const 1)))
    (local.set $contour (call $buffer (i32.const 12368) (i32.const 256) (local.get $pictures) (i32.const 256)))
    (i64.store (i32.const 12544) (i64.extend_i32_u (local.get $pictures)))
    (i64.store (i32.const 12552) (i64.const 3))
    (i64.store (i32.const 12560) (i64.extend_i32_u (local.get $pictures)))
    (i64.store (i32.const 12568) (i64.extend_i32_u (local.get $pictures)))
    (i64.store (i32.const 12576) (i64.const 64))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $pictures)))
        (call $measure (local.get $pixels) (local.get $contour))
        (call $classify (local.get $temperature) (local.get $probability) (local.get $label))
        (local.set $pixels (i32.add (local.get $pixels) (i32.const 1024)))
        (local.set $probability (i32.add (local.get $probability) (i32.const 12)))
        (local.set $label (i32.add (local.get $label) (i32.const 8)))
        (local.set $contour (i32.add (local.get $contour) (i32.const 256)))
        (local.set $pictures (i32.sub (local.get $pictures) (i32.const 1)))
        (br $next)))
    (i32.store (i32.const 12288) (i32.const 12304))
    (i32.store (i32.const 12292) (i32.const 3))
    (i32.const 12288))

  ;; How many pictures of 16 × 16 pixels a tensor has.
  (func $pictures (param $tensor i32) (result i32)
    (local $shape i32)
    (local $pictures i32)
    (local.set $shape (i32.load offset=24 (local.get $tensor)))
    (if (i32.ne (i32.load offset=28 (local.get $tensor)) (i32.const 3)) (then unreachable))
    (if (i64.ne (i64.load offset=8 (local.get $shape)) (i64.const 16)) (then unreachable))
    (if (i64.ne (i64.load offset=16 (local.get $shape)) (i64.const 16)) (then unreachable))
    (local.set $pictures (i32.div_u (i32.load offset=16 (local.get $tensor)) (i32.const 1024)))
    (if (i64.ne (i64.load (local.get $shape)) (i64.extend_i32_u (local.get $pictures))) (then unreachable))
    (local.get $pictures))

  ;; Gives a tensor of the result its buffer: bytes for each picture, and its length in items for each picture.
  (func $buffer (param $tensor i32) (param $bytes i32) (param $pictures i32) (param $items i32) (result i32)
    (local $at i32)
    (local.set $at (call $take (i32.const 0) (i32.const 0) (i32.const 8)
      (i32.mul (local.get $bytes) (local.get $pictures))))
    (i32.store offset=12 (local.get $tensor) (local.get $at))
    (i32.store offset=16 (local.get $tensor) (i32.mul (local.get $items) (local.get $pictures)))
    (local.get $at))

  ;; How far the shape of a picture reaches from its center in each direction, at 11264 and, with 32 bits, at $to.
  (func $measure (param $pixels i32) (param $to i32)
    (local $pixel i32)
    (local $ray i32)
    (local $value f64)
    (local $x0 f64)
    (local $y0 f64)
    (local $empty i32)
    (loop $next
      (f64.store offset=11264 (local.get $ray) (f64.const -1e300))
      (br_if $next (i32.lt_u (local.tee $ray (i32.add (local.get $ray) (i32.const 8))) (i32.const 512))))
    (local.set $empty (i32.const 1))
    (loop $nextPixel
      (local.set $value (f64.promote_f32 (f32.load
        (i32.add (local.get $pixels) (i32.shl (local.get $pixel) (i32.const 2))))))
      (if (f64.gt (local.get $value) (f64.const 0.25))
        (then
          (local.set $empty (i32.const 0))
          (call $widen
            (f64.convert_i32_u (i32.and (local.get $pixel) (i32.const 15)))
            (f64.convert_i32_u (i32.shr_u (local.get $pixel) (i32.const 4)))
            (f64.sub
              (f64.min (f64.const 1) (f64.div (f64.sub (local.get $value) (f64.const 0.25)) (f64.const 0.5)))
              (f64.const 0.5)))))
      (br_if $nextPixel (i32.lt_u (local.tee $pixel (i32.add (local.get $pixel) (i32.const 1))) (i32.const 256))))
    (if (local.get $empty) (then (memory.fill (i32.const 11264) (i32.const 0) (i32.const 512))))

    ;; The center is the Steiner point: the mean of the directions, weighted by how far the shape reaches.
    (local.set $ray (i32.const 0))
    (loop $next
      (local.set $value (f64.mul (f64.const 0.03125) (f64.load offset=11264 (i32.shl (local.get $ray) (i32.const 3)))))
      (local.set $x0 (f64.add (local.get $x0)
        (f64.mul (local.get $value) (f64.load offset=1024 (i32.shl (local.get $ray) (i32.const 4))))))
      (local.set $y0 (f64.add (local.get $y0)
        (f64.mul (local.get $value) (f64.load offset=1032 (i32.shl (local.get $ray) (i32.const 4))))))
      (br_if $next (i32.lt_u (local.tee $ray (i32.add (local.get $ray) (i32.const 1))) (i32.const 64))))
    (local.set $ray (i32.const 0))
    (loop $next
      (local.set $value (f64.sub
        (f64.sub
          (f64.load offset=11264 (i32.shl (local.get $ray) (i32.const 3)))
          (f64.mul (local.get $x0) (f64.load offset=1024 (i32.shl (local.get $ray) (i32.const 4)))))
        (f64.mul (local.get $y0) (f64.load offset=1032 (i32.shl (local.get $ray) (i32.const 4))))))
      (f64.store offset=11264 (i32.shl (local.get $ray) (i32.const 3)) (local.get $value))
      (f32.store (i32.add (local.get $to) (i32.shl (local.get $ray) (i32.const 2))) (f32.demote_f64 (local.get $value)))
      (br_if $next (i32.lt_u (local.tee $ray (i32.add (local.get $ray) (i32.const 1))) (i32.const 64)))))

  ;; Widens the contour, so that it has in it a pixel that reaches so far out from its middle.
  (func $widen (param $x f64) (param $y f64) (param $out f64)
    (local $ray i32)
    (local $at i32)
    (loop $next
      (local.set $at (i32.shl (local.get $ray) (i32.const 3)))
      (f64.store offset=11264 (local.get $at) (f64.max
        (f64.load offset=11264 (local.get $at))
        (f64.add
          (f64.add
            (f64.mul (local.get $x) (f64.load offset=1024 (i32.shl (local.get $ray) (i32.const 4))))
            (f64.mul (local.get $y) (f64.load offset=1032 (i32.shl (local.get $ray) (i32.const 4)))))
          (local.get $out))))
      (br_if $next (i32.lt_u (local.tee $ray (i32.add (local.get $ray) (i32.const 1))) (i32.const 64)))))

  ;; What the contour at 11264 says: three probabilities, and the address and length of the likeliest name.
  (func $classify (param $temperature f64) (param $probability i32) (param $label i32)
    (local $i i32)
    (local $mean f64)
    (local $most f64)
    (local $sum f64)
    (local $best i32)
    (loop $next
      (local.set $mean (f64.add (local.get $mean) (f64.load offset=11264 (local.get $i))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 512))))
    (local.set $mean (f64.max (f64.const 1e-6) (f64.div (local.get $mean) (f64.const 64))))
    (local.set $i (i32.const 0))
    (loop $next
      (f64.store offset=11264 (local.get $i)
        (f64.sub (f64.div (f64.load offset=11264 (local.get $i)) (local.get $mean)) (f64.const 1)))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 512))))

    (local.set $i (i32.const 0))
    (loop $next
      (f64.store offset=11776 (i32.shl (local.get $i) (i32.const 3)) (f64.max (f64.const 0)
        (call $row
          (i32.add (i32.const 2048) (i32.shl (local.get $i) (i32.const 8)))
          (i32.add (i32.const 10240) (i32.shl (local.get $i) (i32.const 2)))
          (i32.const 11264) (i32.const 64))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 32))))

    (local.set $i (i32.const 0))
    (local.set $most (f64.const -1e300))
    (loop $next
      (f64.store offset=12032 (i32.shl (local.get $i) (i32.const 3)) (f64.div
        (call $row
          (i32.add (i32.const 10368) (i32.shl (local.get $i) (i32.const 7)))
          (i32.add (i32.const 10752) (i32.shl (local.get $i) (i32.const 2)))
          (i32.const 11776) (i32.const 32))
        (local.get $temperature)))
      (if (f64.gt (f64.load offset=12032 (i32.shl (local.get $i) (i32.const 3))) (local.get $most))
        (then
          (local.set $best (local.get $i))
          (local.set $most (f64.load offset=12032 (i32.shl (local.get $i) (i32.const 3))))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))

    (local.set $i (i32.const 0))
    (loop $next
      (f64.store offset=12032 (local.get $i)
        (call $exp (f64.sub (f64.load offset=12032 (local.get $i)) (local.get $most))))
      (local.set $sum (f64.add (local.get $sum) (f64.load offset=12032 (local.get $i))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 24))))
    (local.set $i (i32.const 0))
    (loop $next
      (f32.store (i32.add (local.get $probability) (i32.shl (local.get $i) (i32.const 2))) (f32.demote_f64
        (f64.div (f64.load offset=12032 (i32.shl (local.get $i) (i32.const 3))) (local.get $sum))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))

    ;; circle, square and triangle, at 560, 568 and 576.
    (i32.store (local.get $label) (i32.add (i32.const 560) (i32.shl (local.get $best) (i32.const 3))))
    (i32.store offset=4 (local.get $label)
      (select (i32.const 8) (i32.const 6) (i32.eq (local.get $best) (i32.const 2)))))

  ;; A bias and the products of weights of 32 bits with inputs of 64 bits.
  (func $row (param $weight i32) (param $bias i32) (param $input i32) (param $length i32) (result f64)
    (local $sum f64)
    (local.set $sum (f64.promote_f32 (f32.load (local.get $bias))))
    (loop $next
      (local.set $sum (f64.add (local.get $sum)
        (f64.mul (f64.promote_f32 (f32.load (local.get $weight))) (f64.load (local.get $input)))))
      (local.set $weight (i32.add (local.get $weight) (i32.const 4)))
      (local.set $input (i32.add (local.get $input) (i32.const 8)))
      (br_if $next (local.tee $length (i32.sub (local.get $length) (i32.const 1)))))
    (local.get $sum))

  ;; e to the power of a number of 0 or less: 2 to a whole power, and a series for the rest.
  (func $exp (param $x f64) (result f64)
    (local $power f64)
    (local $rest f64)
    (local $sum f64)
    (local $i f64)
    (if (f64.lt (local.get $x) (f64.const -700)) (then (return (f64.const 0))))
    (if (f64.ne (local.get $x) (local.get $x)) (then (return (local.get $x))))
    (local.set $power (f64.nearest (f64.mul (local.get $x) (f64.const 1.4426950408889634))))
    (local.set $rest (f64.sub (local.get $x) (f64.mul (local.get $power) (f64.const 0.6931471805599453))))
    (local.set $i (f64.const 16))
    (local.set $sum (f64.const 1))
    (loop $next
      (local.set $sum (f64.add (f64.const 1)
        (f64.div (f64.mul (local.get $rest) (local.get $sum)) (local.get $i))))
      (local.set $i (f64.sub (local.get $i) (f64.const 1)))
      (br_if $next (f64.gt (local.get $i) (f64.const 0))))
    (f64.mul (local.get $sum) (f64.reinterpret_i64
      (i64.shl (i64.trunc_f64_s (f64.add (local.get $power) (f64.const 1023))) (i64.const 52)))))
)
