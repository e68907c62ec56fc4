package io.smartt.p4.pipeline.state;

import io.smartt.p4.pipeline.table.MatchIndex;
import org.jspecify.annotations.Nullable;

/** What a table holds between two changes. */
public final class TableVersion {
  private final MatchIndex<Entry> index;
  private final @Nullable Target defaultTarget;
  private final @Nullable ActionBinding defaultBinding;

  TableVersion(MatchIndex<Entry> index, @Nullable Target defaultTarget) {
    this.index = index;
    this.defaultTarget = defaultTarget;
    this.defaultBinding = defaultTarget == null ? null : defaultTarget.binding;
  }

  /** The entry that a key matches. */
  public @Nullable Entry find(long[] key) {
    return index.find(key);
  }

  /**
   * Returns what to run for a hit, or for a miss where {@code entry} is null: empty where nothing
   * was said or a member is gone. A group is left to {@link #group}.
   */
  public @Nullable ActionBinding binding(@Nullable Entry entry, @Nullable ProfileVersion profile) {
    Target target = entry == null ? defaultTarget : entry.target;
    if (target == null) {
      return null;
    }
    if (target.kind == Target.MEMBER && profile != null) {
      return profile.member(target.slot);
    }
    return target.binding;
  }

  /** Returns what to run in a table without action profile. */
  public @Nullable ActionBinding binding(@Nullable Entry entry) {
    return entry == null ? defaultBinding : entry.binding;
  }

  /** The members to choose from, where the entry or the default is a group; else null. */
  public ActionBinding @Nullable [] group(@Nullable Entry entry, @Nullable ProfileVersion profile) {
    Target target = entry == null ? defaultTarget : entry.target;
    return target != null && target.kind == Target.GROUP && profile != null
        ? profile.group(target.slot)
        : null;
  }

  /** Its entries; of the type that {@link TableSchema#indexType} says. */
  public MatchIndex<Entry> index() {
    return index;
  }

  @Nullable Target defaultTarget() {
    return defaultTarget;
  }
}
