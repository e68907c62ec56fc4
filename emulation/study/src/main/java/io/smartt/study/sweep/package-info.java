/** Many experiments over varied settings and seeds: side by side, restartable, one table. */
@NullMarked
package io.smartt.study.sweep;

import org.jspecify.annotations.NullMarked;
