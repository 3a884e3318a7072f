"""The loss of the paper."""

import torch


def multiple_negatives_ranking(questions: torch.Tensor, articles: torch.Tensor, scale: float = 20.0) -> torch.Tensor:
    """Cross entropy of each question's own article among all of the batch, over scaled cosines.

    In: n questions; n + m articles, the first n in the order of their questions, the others mined negatives of any of them.
    The same value as sentence-transformers' MultipleNegativesRankingLoss (tested), which wants as many negatives as questions.
    @cite henderson2017mnrl, zhao2026dsgt §4.3
    """
    scores = scale * torch.nn.functional.normalize(questions, dim=-1) @ torch.nn.functional.normalize(articles, dim=-1).T
    return torch.nn.functional.cross_entropy(scores, torch.arange(len(questions), device=scores.device))
