/** Tables of run and sweep folders as Parquet. */
@NullMarked
package io.smartt.emulation.export;

import org.jspecify.annotations.NullMarked;
