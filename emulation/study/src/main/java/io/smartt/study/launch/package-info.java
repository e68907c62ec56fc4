/** The list of fabrics, and runs of experiments on them. */
@NullMarked
package io.smartt.study.launch;

import org.jspecify.annotations.NullMarked;
