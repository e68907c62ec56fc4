/** The rules that public documents state for switches that trim, each judged by a run's packets. */
@NullMarked
package io.smartt.study.conform;

import org.jspecify.annotations.NullMarked;
