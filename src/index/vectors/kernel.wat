;; The inner loop of the built-in vector driver: dot products of one query with a block of vectors.
;; Change it here, then run `node scripts/build-kernel.mjs`, which writes kernel.ts.
;;
;; A block is: project numbers (u32 × capacity), scales (f32 × capacity), vectors (i8 × dims × capacity).
;; A vector stands for its bytes × its scale. The query is 16-bit (its own scale is the caller's business):
;; 127 × 32767 × 384 fits an i32, and four lanes share the sum, so no dimension count we meet can overflow.
(module
  (memory (export "memory") 1 65536)

  ;; Writes (i32 position in the block, f32 score) for every vector of an allowed project whose score is not below the
  ;; threshold; returns how many. `dims` is a multiple of 32. Project 0 marks an empty place and is never allowed.
  (func (export "scan")
    (param $block i32) (param $capacity i32) (param $count i32) (param $dims i32)
    (param $query i32) (param $allowed i32) (param $threshold f32) (param $out i32)
    (result i32)
    (local $i i32) (local $vector i32) (local $end i32) (local $q i32) (local $hits i32)
    (local $scales i32) (local $vectors i32) (local $score f32)
    (local $a v128) (local $b v128)
    (local.set $scales (i32.add (local.get $block) (i32.shl (local.get $capacity) (i32.const 2))))
    (local.set $vectors (i32.add (local.get $block) (i32.shl (local.get $capacity) (i32.const 3))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
        (block $skip
          (br_if $skip (i32.eqz (i32.load8_u (i32.add (local.get $allowed)
            (i32.load (i32.add (local.get $block) (i32.shl (local.get $i) (i32.const 2))))))))
          (local.set $vector (i32.add (local.get $vectors) (i32.mul (local.get $i) (local.get $dims))))
          (local.set $end (i32.add (local.get $vector) (local.get $dims)))
          (local.set $q (local.get $query))
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (loop $more
            (local.set $a (i32x4.add (local.get $a)
              (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $vector)) (v128.load (local.get $q)))))
            (local.set $b (i32x4.add (local.get $b)
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $vector)) (v128.load offset=16 (local.get $q)))))
            (local.set $a (i32x4.add (local.get $a)
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $vector)) (v128.load offset=32 (local.get $q)))))
            (local.set $b (i32x4.add (local.get $b)
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $vector)) (v128.load offset=48 (local.get $q)))))
            (local.set $q (i32.add (local.get $q) (i32.const 64)))
            (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
            (br_if $more (i32.lt_u (local.get $vector) (local.get $end))))
          ;; lanes are added as floats: their sum may be larger than an i32
          (local.set $a (f32x4.add (f32x4.convert_i32x4_s (local.get $a)) (f32x4.convert_i32x4_s (local.get $b))))
          (local.set $score (f32.mul
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
              (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a))))
            (f32.load (i32.add (local.get $scales) (i32.shl (local.get $i) (i32.const 2))))))
          (br_if $skip (f32.lt (local.get $score) (local.get $threshold)))
          (i32.store (i32.add (local.get $out) (i32.shl (local.get $hits) (i32.const 3))) (local.get $i))
          (f32.store offset=4 (i32.add (local.get $out) (i32.shl (local.get $hits) (i32.const 3))) (local.get $score))
          (local.set $hits (i32.add (local.get $hits) (i32.const 1))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $hits)))
