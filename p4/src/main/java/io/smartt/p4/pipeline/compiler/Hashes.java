package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.hash.Crc;
import io.smartt.p4.pipeline.hash.HashAlgorithms.HashAlgorithm;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.HashNode;
import io.smartt.p4.pipeline.tree.HashNode.HashInput;

/**
 * Code of hashes. The Internet checksum is a sum of the fields where they are; a CRC takes joined
 * fields of whole bytes; all else goes through the context's buffer.
 */
final class Hashes {
  private static final Set<String> INTERNET = Set.of("csum16", "cksum16");
  private static final Set<String> CRCS = Set.of("crc16", "crc32", "crcCCITT");
  private static final int SUM_BITS = 16;

  /** A shifted number up to here can be added up without overflow. */
  private static final int ADDEND_BITS = 48;

  private final Code code;
  private final CodeBuilder raw;

  Hashes(Code code) {
    this.code = code;
    this.raw = code.raw();
  }

  /** Returns what a hash of this algorithm is, as a field of the generated class. */
  static Class<?> type(String algorithm) {
    return CRCS.contains(algorithm) ? Crc.class : HashAlgorithm.class;
  }

  /** Pushes a hash. */
  void compute(HashNode node) {
    Optional<List<Part>> parts = parts(node.input());
    if (INTERNET.contains(node.name()) && parts.filter(Hashes::canSum).isPresent()) {
      sum(parts.get());
    } else if (CRCS.contains(node.name()) && parts.filter(Hashes::hasWholeBytes).isPresent()) {
      crc(node, parts.get());
    } else {
      buffered(node);
    }
  }

  /** A piece as fields one after the other. */
  private record Part(HeaderLayout header, List<FieldLayout> fields) {
    int bits() {
      return fields.stream().mapToInt(FieldLayout::width).sum();
    }

    /** Joins fields that follow each other as far as a long goes; a wider one is alone. */
    List<List<FieldLayout>> runs() {
      List<List<FieldLayout>> runs = new ArrayList<>();
      int bits = 0;
      for (FieldLayout field : fields) {
        if (runs.isEmpty() || bits + field.width() > Long.SIZE) {
          runs.add(new ArrayList<>());
          bits = 0;
        }
        runs.getLast().add(field);
        bits += field.width();
      }
      return runs;
    }
  }

  private static Optional<List<Part>> parts(HashInput input) {
    List<Part> parts = new ArrayList<>();
    for (HashInput.Piece piece : input.pieces()) {
      switch (piece) {
        case HashInput.Fields(var header, var fields) -> parts.add(new Part(header, fields));
        case HashInput.WholeHeader whole when !whole.header().type().isVariable() ->
            parts.add(
                new Part(
                    whole.header(),
                    whole.header().fields().subList(0, whole.header().type().fields().size())));
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(parts);
  }

  /** Returns whether each part starts at a 16-bit word, whichever of them are there. */
  private static boolean canSum(List<Part> parts) {
    return parts.stream().limit(Math.max(0, parts.size() - 1)).allMatch(p -> p.bits() % 16 == 0);
  }

  private static boolean hasWholeBytes(List<Part> parts) {
    return parts.stream()
        .flatMap(part -> part.runs().stream())
        .allMatch(run -> run.stream().mapToInt(FieldLayout::width).sum() % 8 == 0);
  }

  private void skipWhereInvalid(HeaderLayout header, Label end) {
    if (!header.metadata()) {
      code.jumpIfInvalid(header, end);
    }
  }

  private void sum(List<Part> parts) {
    int sum = code.newLong();
    code.push(0L);
    raw.lstore(sum);
    for (Part part : parts) {
      Label end = code.label();
      skipWhereInvalid(part.header(), end);
      raw.lload(sum);
      int at = 0;
      for (FieldLayout field : part.fields()) {
        at += field.width();
        add(part.header().slot(field), field, (SUM_BITS - at % SUM_BITS) % SUM_BITS);
      }
      raw.lstore(sum);
      code.bind(end);
    }
    raw.lload(sum);
    code.callStatic(CompiledPipeline.class, "fold", long.class, long.class);
  }

  /** Adds a field, shifted to the end of its last 16-bit word; 2 to the 16th counts as 1. */
  private void add(int slot, FieldLayout field, int shift) {
    for (int word = 0; word < field.words(); word++) {
      boolean split = field.isWide() || field.width() + shift > ADDEND_BITS;
      load(slot + word, field);
      if (split) {
        code.push(32);
        raw.lushr();
      }
      shiftAndAdd(shift);
      if (split) {
        load(slot + word, field);
        code.push(0xffffffffL);
        raw.land();
        shiftAndAdd(shift);
      }
    }
  }

  private void load(int slot, FieldLayout field) {
    code.loadSlot(slot);
    if (field.signed() && !field.isWide()) {
      code.push(Words.mask(field.width()));
      raw.land();
    }
  }

  private void shiftAndAdd(int shift) {
    if (shift > 0) {
      code.push(shift);
      raw.lshl();
    }
    raw.ladd();
  }

  private void crc(HashNode node, List<Part> parts) {
    String field = ProgramClass.hashName(node.algorithm());
    int remainder = code.newLong();
    code.ownField(field, Crc.class).call(Crc.class, "start", long.class);
    raw.lstore(remainder);
    for (Part part : parts) {
      Label end = code.label();
      skipWhereInvalid(part.header(), end);
      for (List<FieldLayout> run : part.runs()) {
        if (run.getFirst().isWide()) {
          crcOfWide(field, remainder, part.header(), run.getFirst());
        } else {
          code.ownField(field, Crc.class);
          raw.lload(remainder);
          join(part.header(), run);
          update(remainder, run.stream().mapToInt(FieldLayout::width).sum() / 8);
        }
      }
      code.bind(end);
    }
    code.ownField(field, Crc.class);
    raw.lload(remainder);
    code.call(Crc.class, "finish", long.class, long.class);
  }

  private void crcOfWide(String crc, int remainder, HeaderLayout header, FieldLayout field) {
    for (int word = 0; word < field.words(); word++) {
      code.ownField(crc, Crc.class);
      raw.lload(remainder);
      code.loadSlot(header.slot(field) + word);
      int bits = word == 0 ? field.width() - (field.words() - 1) * Long.SIZE : Long.SIZE;
      update(remainder, bits / 8);
    }
  }

  private void update(int remainder, int bytes) {
    code.push(bytes).call(Crc.class, "update", long.class, long.class, long.class, int.class);
    raw.lstore(remainder);
  }

  /** Pushes fields of up to 64 bits together, joined to one number. */
  private void join(HeaderLayout header, List<FieldLayout> run) {
    load(header.slot(run.getFirst()), run.getFirst());
    for (FieldLayout field : run.subList(1, run.size())) {
      code.push(field.width());
      raw.lshl();
      load(header.slot(field), field);
      raw.lor();
    }
  }

  private void buffered(HashNode node) {
    int bits = code.newReference();
    code.contextField("bits", BitBuffer.class);
    raw.astore(bits).aload(bits);
    code.call(BitBuffer.class, "clear", void.class);
    for (HashInput.Piece piece : node.input().pieces()) {
      if (piece instanceof HashInput.Fields(var header, var fields)) {
        append(bits, new Part(header, fields));
      } else {
        code.node(piece, HashInput.Piece.class).context();
        raw.aload(bits);
        code.call(HashInput.Piece.class, "append", void.class, SlotContext.class, BitBuffer.class);
      }
    }
    code.ownField(ProgramClass.hashName(node.algorithm()), type(node.name()));
    raw.aload(bits);
    code.call(BitBuffer.class, "bytes", byte[].class);
    raw.aload(bits);
    code.call(BitBuffer.class, "length", int.class)
        .call(HashAlgorithm.class, "hash", long.class, byte[].class, int.class);
  }

  private void append(int bits, Part part) {
    Label end = code.label();
    skipWhereInvalid(part.header(), end);
    for (List<FieldLayout> run : part.runs()) {
      raw.aload(bits);
      FieldLayout first = run.getFirst();
      if (first.isWide()) {
        code.slots().push(part.header().slot(first)).push(first.words()).push(first.width());
        code.call(
            BitBuffer.class, "append", void.class, long[].class, int.class, int.class, int.class);
      } else {
        join(part.header(), run);
        code.push(run.stream().mapToInt(FieldLayout::width).sum())
            .call(BitBuffer.class, "append", void.class, long.class, int.class);
      }
    }
    code.bind(end);
  }
}
