package io.smartt.p4.pipeline.layout;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.HeaderInstance;
import io.smartt.p4.bmv2.HeaderUnionType;
import io.smartt.p4.bmv2.HeaderUnionType.HeaderUnionStack;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where everything of a program lives in the slots of a packet. */
public final class ProgramLayout {
  private final Map<String, HeaderLayout> headers = new HashMap<>();
  private final Map<String, StackLayout> stacks = new HashMap<>();
  private final Map<String, UnionStackLayout.UnionLayout> unions = new HashMap<>();
  private final Map<String, UnionStackLayout> unionStacks = new HashMap<>();
  private final List<HeaderLayout> ordered = new ArrayList<>();
  private final Map<String, Value.Field> aliases;
  private final Map<String, HeaderUnionType> unionTypes = new HashMap<>();
  private final int voidBase;
  private final int slots;

  /** Lays out the headers of a program. */
  public ProgramLayout(Bmv2Config config) {
    int next = 0;
    for (Bmv2Config.HeaderStack stack : config.headerStacks()) {
      List<HeaderLayout> members = new ArrayList<>();
      for (HeaderInstance member : stack.members()) {
        members.add(place(member, next));
        next += members.getLast().slots();
      }
      stacks.put(stack.name(), new StackLayout(stack.name(), members, next++));
    }
    for (HeaderUnionStack stack : config.headerUnionStacks()) {
      unionTypes.put(stack.name(), stack.type());
      List<UnionStackLayout.UnionLayout> members = new ArrayList<>();
      for (HeaderUnionStack.HeaderUnion union : stack.members()) {
        members.add(place(union, next));
        next += members.getLast().slots();
      }
      unionStacks.put(stack.name(), new UnionStackLayout(stack.name(), members, next++));
    }
    for (HeaderUnionStack.HeaderUnion union : config.headerUnions()) {
      if (!unions.containsKey(union.name())) {
        next += place(union, next).slots();
      }
    }
    for (HeaderInstance header : config.headers()) {
      if (!headers.containsKey(header.name())) {
        next += place(header, next).slots();
      }
    }
    voidBase = next;
    slots = next + (stacks.isEmpty() && unionStacks.isEmpty() ? 0 : widest());
    aliases = config.fieldAliases();
  }

  private HeaderLayout place(HeaderInstance header, int base) {
    HeaderLayout layout = new HeaderLayout(header.name(), header.type(), header.metadata(), base);
    headers.put(header.name(), layout);
    ordered.add(layout);
    return layout;
  }

  private UnionStackLayout.UnionLayout place(HeaderUnionStack.HeaderUnion union, int base) {
    List<HeaderLayout> members = new ArrayList<>();
    int next = base;
    for (HeaderInstance member : union.members()) {
      members.add(place(member, next));
      next += members.getLast().slots();
    }
    members.forEach(member -> member.setSiblings(members));
    UnionStackLayout.UnionLayout layout = new UnionStackLayout.UnionLayout(union.name(), members);
    unions.put(union.name(), layout);
    return layout;
  }

  private int widest() {
    int widest = ordered.stream().mapToInt(HeaderLayout::slots).max().orElse(1);
    return Math.max(
        widest,
        unions.values().stream().mapToInt(UnionStackLayout.UnionLayout::slots).max().orElse(1));
  }

  /** The number of slots that a packet has. */
  public int slots() {
    return slots;
  }

  /**
   * Returns where there are stacks, first of enough slots that belong to nothing: where an index
   * outside one leads, so that a write has no effect and a read is harmless.
   */
  public int voidBase() {
    return voidBase;
  }

  /** All headers and metadata. */
  public List<HeaderLayout> headers() {
    return List.copyOf(ordered);
  }

  /** The header of this name. */
  public HeaderLayout header(String name) {
    return get(headers, name);
  }

  /** The stack of this name. */
  public StackLayout stack(String name) {
    return get(stacks, name);
  }

  /** The union of this name. */
  public UnionStackLayout.UnionLayout union(String name) {
    return get(unions, name);
  }

  /** The stack of unions of this name. */
  public UnionStackLayout unionStack(String name) {
    return get(unionStacks, name);
  }

  private static <T> T get(Map<String, T> map, String name) {
    T found = map.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no " + name + " in the layout");
    }
    return found;
  }

  /** The slots as a packet starts: metadata valid, all else zero. */
  public long[] initialSlots() {
    long[] initial = new long[slots];
    for (HeaderLayout header : ordered) {
      if (header.metadata()) {
        initial[header.base() + HeaderLayout.VALID_OFFSET] = 1;
      }
    }
    return initial;
  }

  /** Slot and width of a standard metadata field, where the program declares it. */
  public Optional<Place> standard(StandardMetadata field) {
    String name = field.name().toLowerCase(Locale.ROOT);
    for (String struct : List.of("standard_metadata", "queueing_metadata", "intrinsic_metadata")) {
      Value.Field alias = aliases.get(struct + "." + name);
      if (alias != null) {
        return Optional.of(place(header(alias.header()), alias.field()));
      }
      HeaderLayout header = headers.get(struct);
      if (header != null && header.type().indexOf(name) >= 0) {
        return Optional.of(place(header, name));
      }
    }
    return Optional.empty();
  }

  private static Place place(HeaderLayout header, String field) {
    FieldLayout layout = header.field(field);
    return new Place(header.slot(layout), layout.width());
  }

  /** Width of a part of a parser's transition key. */
  public int keyWidth(Value part) {
    return switch (part) {
      case Value.Lookahead(int offset, int width) -> width;
      case Value.Field(String header, String field) -> header(header).field(field).width();
      case Value.StackField(String stack, String field) ->
          stack(stack).members().getFirst().field(field).width();
      case Value.UnionStackField(String stack, String member, String field) ->
          unionStackMember(stack, member).field(field).width();
      default -> throw new IllegalArgumentException("not part of a transition key: " + part);
    };
  }

  /** A member of the first union of a stack; those of the others are laid out alike. */
  public HeaderLayout unionStackMember(String stack, String member) {
    UnionStackLayout.UnionLayout first = unionStack(stack).members().getFirst();
    return first.members().get(get(unionTypes, stack).indexOf(member));
  }

  /** A slot and the width of what is in it. */
  public record Place(int slot, int width) {}

  /**
   * The slots of a header stack: its members follow each other.
   *
   * @param nextSlot slot with the index of the first member that is not in use
   */
  public record StackLayout(String name, List<HeaderLayout> members, int nextSlot) {
    /** Copies the members. */
    public StackLayout {
      members = List.copyOf(members);
    }

    /** Slots from one member to the next. */
    public int stride() {
      return members.getFirst().slots();
    }
  }

  /**
   * The slots of a stack of header unions: its members follow each other.
   *
   * @param nextSlot slot with the index of the first member that is not in use
   */
  public record UnionStackLayout(String name, List<UnionLayout> members, int nextSlot) {
    /** Copies the members. */
    public UnionStackLayout {
      members = List.copyOf(members);
    }

    /** Slots from one member to the next. */
    public int stride() {
      return members.getFirst().slots();
    }

    /** The slots of a header union: its members follow each other. */
    public record UnionLayout(String name, List<HeaderLayout> members) {
      /** Copies the members. */
      public UnionLayout {
        members = List.copyOf(members);
      }

      /** The first slot. */
      public int base() {
        return members.getFirst().base();
      }

      /** The number of slots. */
      public int slots() {
        return members.stream().mapToInt(HeaderLayout::slots).sum();
      }
    }
  }
}
