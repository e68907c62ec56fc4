/** Tables of run and sweep folders as Parquet. */
@NullMarked
package io.smartt.view.export;

import org.jspecify.annotations.NullMarked;
