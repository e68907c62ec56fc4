package io.smartt.p4.pipeline.layout;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.HeaderInstance;
import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType.HeaderUnionStack;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.StandardMetadata;

/** The places of everything of a program in the slots of a packet. */
public final class ProgramLayout {
  private final Map<String, HeaderLayout> headers = new HashMap<>();
  private final Map<String, StackLayout<HeaderLayout>> stacks = new HashMap<>();
  private final Map<String, UnionLayout> unions = new HashMap<>();
  private final Map<String, StackLayout<UnionLayout>> unionStacks = new HashMap<>();
  private final List<HeaderLayout> ordered = new ArrayList<>();
  private final Map<String, Value.Field> aliases;
  private final Map<String, Bmv2Config.HeaderUnionType> unionTypes = new HashMap<>();
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
      stacks.put(stack.name(), new StackLayout<>(stack.name(), members, next++));
    }
    for (HeaderUnionStack stack : config.headerUnionStacks()) {
      unionTypes.put(stack.name(), stack.type());
      List<UnionLayout> members = new ArrayList<>();
      for (HeaderUnionStack.HeaderUnion union : stack.members()) {
        members.add(place(union, next));
        next += members.getLast().slots();
      }
      unionStacks.put(stack.name(), new StackLayout<>(stack.name(), members, next++));
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

  private UnionLayout place(HeaderUnionStack.HeaderUnion union, int base) {
    List<HeaderLayout> members = new ArrayList<>();
    int next = base;
    for (HeaderInstance member : union.members()) {
      members.add(place(member, next));
      next += members.getLast().slots();
    }
    members.forEach(member -> member.setSiblings(members));
    UnionLayout layout = new UnionLayout(union.name(), members);
    unions.put(union.name(), layout);
    return layout;
  }

  private int widest() {
    int widest = ordered.stream().mapToInt(HeaderLayout::slots).max().orElse(1);
    return Math.max(widest, unions.values().stream().mapToInt(UnionLayout::slots).max().orElse(1));
  }

  /** The number of slots that a packet has. */
  public int slots() {
    return slots;
  }

  /**
   * Returns, where there are stacks, the first of enough slots that belong to nothing: an index
   * outside a stack leads there, so that a write has no effect and a read is harmless.
   */
  public int voidBase() {
    return voidBase;
  }

  /** Returns every header and metadata of the program. */
  public List<HeaderLayout> headers() {
    return List.copyOf(ordered);
  }

  public HeaderLayout header(String name) {
    return get(headers, name);
  }

  public StackLayout<HeaderLayout> stack(String name) {
    return get(stacks, name);
  }

  public UnionLayout union(String name) {
    return get(unions, name);
  }

  public StackLayout<UnionLayout> unionStack(String name) {
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
    return field == StandardMetadata.DEQ_QBYTES || field == StandardMetadata.DEQ_NS
        ? ofUser(name)
        : Optional.empty();
  }

  /** A field of the user's metadata, which p4c puts among the scalars with the struct's name. */
  private Optional<Place> ofUser(String name) {
    HeaderLayout scalars = headers.get("scalars");
    return scalars == null
        ? Optional.empty()
        : scalars.type().fields().stream()
            .map(field -> field.name())
            .filter(field -> field.endsWith("." + name))
            .findFirst()
            .map(field -> place(scalars, field));
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
    UnionLayout first = unionStack(stack).members().getFirst();
    return first.members().get(get(unionTypes, stack).indexOf(member));
  }

  /** A slot and the width of what is in it. */
  public record Place(int slot, int width) {}

  /** Slots that follow each other: a header's or a union's. */
  public interface Slots {
    /** The first slot. */
    int base();

    /** The number of slots. */
    int slots();
  }

  /** The slots of a header union: its members follow each other. */
  public record UnionLayout(String name, List<HeaderLayout> members) implements Slots {
    /** Copies the members. */
    public UnionLayout {
      members = List.copyOf(members);
    }

    @Override
    public int base() {
      return members.getFirst().base();
    }

    @Override
    public int slots() {
      return members.stream().mapToInt(HeaderLayout::slots).sum();
    }
  }

  /**
   * The slots of a stack, of headers or of unions: its members follow each other and are laid out
   * alike.
   *
   * @param stride slots from one member to the next
   * @param nextSlot slot with the index of the first member that is not in use
   */
  public record StackLayout<M extends Slots>(String name, List<M> members, int stride, int nextSlot)
      implements Slots {
    /** Copies the members. */
    public StackLayout {
      members = List.copyOf(members);
    }

    StackLayout(String name, List<M> members, int nextSlot) {
      this(name, members, members.isEmpty() ? 0 : members.getFirst().slots(), nextSlot);
    }

    @Override
    public int base() {
      return members.getFirst().base();
    }

    @Override
    public int slots() {
      return stride * members.size();
    }

    /** First slot of the member of this number, or the slot given where there is no such one. */
    public int base(long at, int voidBase) {
      return at >= 0 && at < members.size() ? base() + (int) at * stride : voidBase;
    }

    /** First slot of the last member in use, or the slot given where none is. */
    public int last(long[] values, int voidBase) {
      return base(values[nextSlot] - 1, voidBase);
    }

    /** Moves all members towards the end; the first become invalid. */
    public void push(long[] values, long by) {
      int moved = Math.clamp(by, 0, members.size());
      System.arraycopy(values, base(), values, base() + moved * stride, slots() - moved * stride);
      Arrays.fill(values, base(), base() + moved * stride, 0);
      values[nextSlot] = Math.min(members.size(), values[nextSlot] + moved);
    }

    /** Moves all members towards the start; the last become invalid. */
    public void pop(long[] values, long by) {
      int moved = Math.clamp(by, 0, members.size());
      System.arraycopy(values, base() + moved * stride, values, base(), slots() - moved * stride);
      Arrays.fill(values, base() + slots() - moved * stride, base() + slots(), 0);
      values[nextSlot] = Math.max(0, values[nextSlot] - moved);
    }
  }
}
