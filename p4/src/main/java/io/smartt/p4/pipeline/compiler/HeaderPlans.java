package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType.HeaderUnionStack;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.tree.ProgramTree;

/** Decides for each header of a program how it is handled. */
final class HeaderPlans {
  private final Map<String, HeaderPlan> plans = new HashMap<>();
  private final int extraSlots;

  HeaderPlans(Bmv2Config config, ProgramLayout layout, ProgramTree tree) {
    HeaderUse use = new HeaderUse(config);
    Set<String> grouped = new HashSet<>();
    for (Bmv2Config.HeaderStack stack : config.headerStacks()) {
      stack.members().stream().map(Bmv2Config.HeaderInstance::name).forEach(grouped::add);
    }
    for (HeaderUnionStack.HeaderUnion union : config.headerUnions()) {
      union.members().stream().map(Bmv2Config.HeaderInstance::name).forEach(grouped::add);
    }
    for (HeaderUnionStack stack : config.headerUnionStacks()) {
      stack.members().stream()
          .flatMap(union -> union.members().stream())
          .map(Bmv2Config.HeaderInstance::name)
          .forEach(grouped::add);
    }
    boolean wholeBytes = tree.emitted().stream().allMatch(HeaderPlans::hasWholeBytes);
    boolean once = tree.emitted().stream().distinct().count() == tree.emitted().size();
    int next = layout.slots();
    for (HeaderLayout header : layout.headers()) {
      if (header.metadata() || header.type().isVariable() || !hasWholeBytes(header)) {
        continue;
      }
      String name = header.name();
      boolean plain = !use.isHandledWhole(name) && !grouped.contains(name);
      boolean inPlace = plain && wholeBytes && once && tree.emitted().contains(header);
      boolean partly = plain && (inPlace || !tree.emitted().contains(header));
      List<HeaderPlan.WirePart> parts = HeaderPlan.WirePart.of(header);
      plans.put(
          name,
          new HeaderPlan(
              header,
              parts.stream()
                  .filter(part -> !partly || use.isUsed(name, part.field().name()))
                  .toList(),
              parts.stream().filter(part -> use.isWritten(name, part.field().name())).toList(),
              inPlace,
              inPlace ? next++ : -1));
    }
    extraSlots = next - layout.slots();
  }

  private static boolean hasWholeBytes(HeaderLayout header) {
    return header.type().fixedBits() % 8 == 0
        && header.fields().stream()
            .noneMatch(field -> field.isVariable() && field.width() % 8 != 0);
  }

  /** Slots behind those of the layout. */
  int extraSlots() {
    return extraSlots;
  }

  /** The handling of a header; empty where it has a varbit field. */
  Optional<HeaderPlan> of(HeaderLayout header) {
    return Optional.ofNullable(plans.get(header.name()));
  }

  /** The headers whose bytes stay in the packet. */
  boolean isInPlace(HeaderLayout header) {
    return of(header).filter(HeaderPlan::inPlace).isPresent();
  }

  /**
   * The way that generated code handles a header without varbit field.
   *
   * @param extracted what is taken out of the packet
   * @param inPlace whether its bytes stay in the packet, where {@code written} is put into them
   *     when it is emitted
   * @param positionSlot holds where it was extracted, in bytes from the packet's start
   */
  record HeaderPlan(
      HeaderLayout header,
      List<WirePart> extracted,
      List<WirePart> written,
      boolean inPlace,
      int positionSlot) {
    /** Copies the parts. */
    HeaderPlan {
      extracted = List.copyOf(extracted);
      written = List.copyOf(written);
    }

    /** The length on the wire. */
    int bytes() {
      return header.type().fixedBits() / 8;
    }

    /**
     * A slot's worth of a header on the wire: a field of up to 64 bits, or 64 bits of a wider one.
     *
     * @param slot from the header's first
     * @param bit where it starts, from the header's first bit
     * @param signed sign-extended in its slot
     */
    record WirePart(FieldLayout field, int slot, int bit, int width, boolean signed) {
      /** The parts of a header without varbit field, in the order of the wire. */
      static List<WirePart> of(HeaderLayout header) {
        List<WirePart> parts = new ArrayList<>();
        int bit = 0;
        for (FieldLayout field : header.fields().subList(0, header.type().fields().size())) {
          int left = field.width();
          for (int word = 0; word < field.words(); word++) {
            int width = left - (field.words() - 1 - word) * Long.SIZE;
            boolean signed = field.signed() && !field.isWide();
            parts.add(new WirePart(field, field.offset() + word, bit, width, signed));
            bit += width;
            left -= width;
          }
        }
        return parts;
      }

      /** The bit after its last. */
      int end() {
        return bit + width;
      }
    }
  }
}
