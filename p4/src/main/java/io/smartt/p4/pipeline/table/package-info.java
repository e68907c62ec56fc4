/**
 * Look-up structures of match-action tables. A reader sees an index that never changes; a writer
 * takes an editable copy that shares what it does not touch, and publishes it when it is done.
 */
@NullMarked
package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.NullMarked;
